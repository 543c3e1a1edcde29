import {
  type Appearance,
  comparableContent,
  numberInDelivery,
  numberWithRoom,
  type Payload,
  type Plan,
  type Repeats,
  withRepeats,
} from '@posthorn/core'
import type { PostingHook, RepeatChange, toKeyed } from '@posthorn/db'
import type { Delivery } from '@posthorn/queue'
import type { Composed } from './compose.js'

/** What the repeats of a delivery have in common, if its hook counts them. */
export type Repeatable = Parameters<typeof toKeyed>[0]['collapse']

/**
 * Returns how a delivery's repeats are counted, or undefined if they are not. A replay is a new series, so that a person who replays
 * a delivery sees it posted, and a replay of many posts each content once.
 */
export function repeatableAs(
  { collapseSeconds }: PostingHook,
  { change, replayOf, requestId }: Delivery,
  { payload, look, composed }: { payload: Payload; look: Appearance; composed: Composed[] },
): Repeatable {
  if (collapseSeconds === 0 || change || payload.fileIds.length > 0) return undefined
  const content = comparableContent(payload, look, replayOf === undefined ? '' : requestId)
  const number = numberWithRoom(composed.map(({ row }) => row.message))
  return { content, windowMs: collapseSeconds * 1000, number }
}

/** Returns a post with its counter, if it has one. */
export function counted(post: Composed, repeats: Repeats | undefined): Composed {
  if (!repeats) return post
  const { row } = post
  const props = JSON.stringify({ ...JSON.parse(row.props), repeats: propOf(repeats) })
  return { ...post, row: { ...row, ...withRepeats(row, row.id, repeats), props } }
}

/** Returns the stored posts whose counters change, and nothing else in them. Each has the content of its repeat. */
export function repeatChanges(
  { repeats, updates }: Plan,
  created: Composed[],
  composedBy: (delivery: string) => Composed[],
): RepeatChange[] {
  const written = new Set([...updates.keys(), ...created.map(({ row }) => row.id)])
  return [...repeats].flatMap(([id, counter]) => {
    const row = composedBy(counter.by)[numberInDelivery(id) - 1]?.row
    if (written.has(id) || !row) return []
    const { htmlVersion } = row
    const shown = { id, htmlVersion, ...withRepeats(row, id, counter) }
    return [{ row: shown, by: counter.by, repeats: JSON.stringify(propOf(counter)) }]
  })
}

function propOf({ count, lastAt }: Repeats) {
  return { count, last_at: lastAt }
}
