import { ignoredIn, type Render } from '@posthorn/core'
import { type Db, type DeliveryRow, findHooks, findMentions, recordBatch, type Settings } from '@posthorn/db'
import type { Delivery } from '@posthorn/queue'
import type { HookRefusal } from '@posthorn/server'
import { type Composed, composer, lookOf } from './compose.js'
import { decode } from './decode.js'
import { type Place, resolve } from './resolve.js'

export type PostDeps = {
  db: Db
  settings: () => Settings
  nowMs: () => number
  /** Markdown to HTML; core's own when absent. */
  render?: Render
}

export type Posted = { deliveries: number; posts: number; rejected: number }

/** The life of a batch: decode, resolve, compose (translate, split, render), find who is mentioned, record. */
export async function postBatch(deps: PostDeps, deliveries: Delivery[], tries: number): Promise<Posted> {
  const { readable, unreadable } = decode(deliveries)
  const places = await resolve(deps.db, readable, deps.nowMs())
  const compose = composer(deps.render)
  const settings = deps.settings()
  const rows: DeliveryRow[] = unreadable.map(({ delivery, reason, detail }) =>
    rejection(delivery, tries, reason, detail),
  )
  const posts: Composed[] = []
  for (const { delivery, payload } of readable) {
    const place = places.get(delivery.id)
    if (place?.kind === 'found') {
      const look = lookOf(settings, place.hook)
      const composed = await compose(delivery.id, payload, look, place)
      posts.push(...composed)
      rows.push(posting(delivery, tries, place, composed.length, ignoredIn(payload, look)))
    } else if (place) {
      rows.push(rejection(delivery, tries, place.reason, place.detail, place.hook?.teamId))
    }
  }
  const mentions = await findMentions(deps.db, posts)
  await recordBatch(
    deps.db,
    rows,
    posts.map(({ row }) => row),
    mentions,
  )
  return {
    deliveries: rows.length,
    posts: posts.length,
    rejected: rows.filter(row => row.outcome === 'rejected').length,
  }
}

/** Record that a delivery can never be posted; its payload is kept as it came. */
export async function rejectUnprocessable(db: Db, delivery: Delivery, tries: number): Promise<void> {
  const hook = (await findHooks(db, [delivery.hookId])).get(delivery.hookId)
  await recordBatch(db, [rejection(delivery, tries, 'unprocessable', '', hook?.teamId)], [], [])
}

function posting(
  delivery: Delivery,
  tries: number,
  { hook, channel }: Place & { kind: 'found' },
  postCount: number,
  ignored: string[],
): DeliveryRow {
  const { teamId } = hook
  return {
    ...head(delivery, tries),
    teamId,
    channelId: channel.id,
    outcome: 'posted',
    reason: '',
    detail: '',
    postCount,
    ignored,
  }
}

function rejection(
  delivery: Delivery,
  tries: number,
  reason: HookRefusal,
  detail: string,
  teamId = '',
): DeliveryRow {
  return {
    ...head(delivery, tries),
    teamId,
    channelId: '',
    outcome: 'rejected',
    reason,
    detail,
    postCount: 0,
    ignored: [],
  }
}

function head({ id, hookId, requestId, payload }: Delivery, tries: number) {
  return { id, hookId, requestId, payload, tries }
}
