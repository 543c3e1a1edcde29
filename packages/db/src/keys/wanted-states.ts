import { hash } from 'node:crypto'
import type { ChangeKind, Collapse, KeyedDelivery, SenderKeys } from '@posthorn/core'
import { noKeys } from '@posthorn/core'
import type { KeyId, StatesWanted } from './read-states.js'

type Sent = {
  id: string
  hookId: string
  channelId: string
  keys: SenderKeys
  replayOf?: string | undefined
  /** Set if its repeats are counted. `content`: what they have in common. */
  collapse?: (Omit<Collapse, 'digest'> & { content: string }) | undefined
  /** Set if it edits or deletes these posts. Its keys have no effect then. */
  change?: { kind: ChangeKind; posts: string[] } | undefined
}

/** Returns a delivery with the digests of its keys. */
export function toKeyed({ id, hookId, channelId, keys, replayOf, collapse, change }: Sent): KeyedDelivery {
  const { thread, update, close, replyTo } = change === undefined ? keys : noKeys
  return {
    id,
    order: replayOf ?? id,
    hookId,
    channelId,
    threadKey: digestOf(thread),
    updateKey: digestOf(update),
    close,
    replyTo,
    collapse: collapse && withDigest(collapse),
    change,
  }
}

/** A content's digest is one byte longer than a key's, so that no sender can choose a key with the same digest. */
function withDigest({ content, ...collapse }: NonNullable<Sent['collapse']>): Collapse {
  return { ...collapse, digest: `01${hash('sha256', content)}` }
}

function digestOf(key: string): string {
  return key === '' ? '' : hash('sha256', key)
}

const dayMs = 86_400_000

/** Returns what a plan for these deliveries depends on. */
export function wantedStates(
  keyed: KeyedDelivery[],
  { nowMs, keyDays }: { nowMs: number; keyDays: number },
): StatesWanted {
  const keys = new Map<string, KeyId>()
  for (const { hookId, channelId, threadKey, updateKey, collapse } of keyed)
    for (const digest of [threadKey, updateKey, collapse?.digest ?? ''])
      if (digest !== '') keys.set(`${hookId} ${channelId} ${digest}`, { hookId, channelId, digest })
  return {
    keys: [...keys.values()],
    postIds: keyed.flatMap(({ replyTo, change }) => [
      ...(replyTo === '' ? [] : [replyTo]),
      ...(change?.posts ?? []),
    ]),
    deliveryIds: keyed.map(({ id }) => id),
    marksEdited: keyed.some(({ collapse }) => collapse !== undefined),
    expiredBeforeMs: nowMs - keyDays * dayMs,
  }
}
