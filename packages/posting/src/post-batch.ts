import {
  appearanceOf,
  boundsOf,
  deliveryOf,
  hasKeys,
  ignoredIn,
  type Payload,
  type Render,
} from '@posthorn/core'
import {
  type Db,
  type DeliveryRow,
  type Destination,
  directChannels,
  findHooks,
  findMentions,
  findOutcomes,
  type People,
  recordBatch,
  resolve,
  type Settings,
} from '@posthorn/db'
import type { Delivery, MaybeWaiting } from '@posthorn/queue'
import type { Announce } from './announce.js'
import { findChanged, type Ready } from './changes.js'
import { type Composed, composer } from './compose.js'
import { posting, rejection, skipping } from './counts.js'
import { decode, type Pacing, Unprocessable } from './decode.js'
import { claimAll, type FilesOf } from './files.js'
import { type Recorded, type Referring, recordReferring } from './keyed.js'
import { tellLostFields } from './lost-fields.js'
import { notifyOwners } from './notify-owners.js'
import { repeatableAs } from './repeats.js'
import { findReplied, storeTimestamps } from './slack-api.js'
import { failure, templatesFor, withHooksOf } from './templates.js'

export type PostDeps = {
  db: Db
  settings: () => Settings
  nowMs: () => number
  announce: Announce
  /** Publishes the ids of stored posts to listening clients. */
  publishPosts: (postIds: string[]) => void
  /** Publishes the ids of changed and deleted posts. */
  publishChanges: (postIds: string[]) => void
  /** Returns for each delivery whether it may still be waiting. */
  mayWait: (deliveries: MaybeWaiting[]) => Promise<boolean[]>
  /** The console's URL, for links in messages. */
  baseUrl?: string | undefined
  /** Renders markdown to HTML. The default is core's. */
  render?: Render
}

/**
 * `recorded`: the new deliveries. Deliveries that were recorded before are not written again. `postponed`: edits whose posts
 * may still be waiting, which are not recorded.
 */
export type Posted = {
  deliveries: number
  posts: number
  rejected: number
  recorded: DeliveryRow[]
  postponed: Delivery[]
}

/** Posts a batch: decode, resolve, compose (translate, split, render), find mentions, record, announce, notify owners. */
export async function postBatch(
  deps: PostDeps,
  deliveries: Delivery[],
  tries: number,
  pacing: Pacing,
): Promise<Posted> {
  const [now, later] = inTwoRounds(deliveries)
  if (later.length > 0)
    return together(await postBatch(deps, now, tries, pacing), await postBatch(deps, later, tries, pacing))

  const hasFormats = deliveries.some(({ format }) => format)
  const templates = hasFormats ? templatesFor(deps.db, deliveries) : undefined
  const decoded = await decode(withoutCopies(deliveries), pacing, templates && (await templates))
  const { unreadable, skipped, failed } = decoded
  const { ready: readable, impossible, postponed } = await changedAmong(deps, decoded.readable)
  const known = failed.length > 0 ? withHooksOf(readable, failed) : readable
  const { destinations, people } = await resolve(deps.db, known, pairs =>
    directChannels(deps.db, pairs, deps.nowMs()),
  )
  const hasReplies = readable.some(({ payload }) => payload.keys.replyTo !== '')
  if (hasReplies) await findReplied(deps.db, readable, destinations)
  const hasFiles = readable.some(({ payload }) => payload.fileIds.length > 0)
  const files: FilesOf = hasFiles ? await claimAll(deps.db, readable, destinations) : new Map()
  const settings = deps.settings()
  const composed = await composeAll(deps, readable, { destinations, files }, { tries, pacing })
  for (const { delivery, reason, detail } of [...unreadable, ...impossible])
    composed.rows.push(rejection(delivery, tries, reason, detail))
  composed.rows.push(...failed.map(each => failure(each, tries, destinations)))
  for (const each of skipped) composed.rows.push(skipping(tries, each))
  const { referring, ...plain } = composed
  const recorded =
    referring.length === 0
      ? await record(deps.db, { ...plain, people })
      : await recordReferring(deps.db, referring, { ...plain, people }, { settings, nowMs: deps.nowMs() })
  if (hasFormats) await storeTimestamps(deps.db, deliveries, recorded)
  await announce(deps, deliveries, recorded)
  await notifyOwners(
    deps,
    [...destinations.values()].filter(({ hook }) => !hook?.isUser),
  )
  if (decoded.lacking.length > 0) await tellLostFields(deps, decoded.lacking)
  return {
    deliveries: recorded.rows.length,
    posts: recorded.posts,
    rejected: recorded.rows.filter(row => row.outcome === 'rejected').length,
    recorded: newAmong(recorded.rows, recorded.written),
    postponed,
  }
}

/**
 * Composes the posts of a batch. A delivery that refers to earlier posts has them in `referring`, until these are known.
 * Deliveries that exceed their bounds are rejected, and noted in `destinations`.
 */
async function composeAll(
  deps: PostDeps,
  readable: Ready[],
  { destinations, files }: { destinations: Map<string, Destination>; files: FilesOf },
  { tries, pacing }: { tries: number; pacing: Pacing },
): Promise<{ rows: DeliveryRow[]; posts: Composed[]; referring: Referring[] }> {
  const settings = deps.settings()
  const compose = composer(deps.render, boundsOf(settings), pacing)
  const rows: DeliveryRow[] = []
  const posts: Composed[] = []
  const referring: Referring[] = []
  for (const { delivery, payload, event, news, posts: changed } of readable) {
    const destination = destinations.get(delivery.id)
    if (destination?.outcome === 'found') {
      const look = appearanceOf(settings, destination.hook)
      const isDeletion = delivery.change?.kind === 'delete'
      const composing = isDeletion ? Promise.resolve([]) : compose(delivery.id, payload, look, destination)
      const composed = await composing.catch(error => {
        throw new Unprocessable(delivery, error)
      })
      if ('reason' in composed) {
        destinations.set(delivery.id, { outcome: 'refused', hook: destination.hook, ...composed })
        rows.push(rejection(delivery, tries, composed.reason, composed.detail, destination.hook.teamId))
        continue
      }
      const [first] = composed
      if (first) first.row.files = files.get(delivery.id)
      const row = posting(delivery, tries, destination, composed.length, ignoredIn(payload, look))
      if (event !== undefined) row.event = event
      const { hook } = destination
      const isCounted = hook.collapseSeconds > 0
      const collapse = isCounted ? repeatableAs(hook, delivery, { payload, look, composed }) : undefined
      if (collapse || isReferring(delivery, payload)) {
        const channelId = destination.channel.id
        referring.push({ delivery, payload, channelId, composed, posts: changed, news, collapse, row })
        continue
      }
      posts.push(...composed)
      rows.push(row)
    } else if (destination) {
      rows.push(rejection(delivery, tries, destination.reason, destination.detail, destination.hook?.teamId))
    }
  }
  return { rows, posts, referring }
}

/** Few batches have edits or deletions. */
async function changedAmong(deps: PostDeps, readable: Ready[]): ReturnType<typeof findChanged> {
  return readable.some(({ delivery }) => delivery.change)
    ? findChanged(deps, readable)
    : { ready: readable, impossible: [], postponed: [] }
}

/** Returns whether a delivery refers to earlier posts. */
function isReferring({ change }: Delivery, payload: Payload): boolean {
  return change !== undefined || hasKeys(payload.keys)
}

/** A sender's repeats may reach the same batch. A plan takes each delivery once. */
function withoutCopies(deliveries: Delivery[]): Delivery[] {
  const byId = new Map(deliveries.map(delivery => [delivery.id, delivery]))
  return byId.size === deliveries.length ? deliveries : [...byId.values()]
}

/** Separates edits of posts in this batch, which are processed after it. */
function inTwoRounds(deliveries: Delivery[]): [now: Delivery[], later: Delivery[]] {
  if (deliveries.every(({ change }) => change === undefined)) return [deliveries, []]
  const ids = new Set(deliveries.map(({ id }) => id))
  const isLater = ({ change }: Delivery) => change !== undefined && ids.has(deliveryOf(change.target))
  const later = deliveries.filter(isLater)
  return later.length < deliveries.length
    ? [deliveries.filter(each => !isLater(each)), later]
    : [deliveries, []]
}

function together(one: Posted, other: Posted): Posted {
  return {
    deliveries: one.deliveries + other.deliveries,
    posts: one.posts + other.posts,
    rejected: one.rejected + other.rejected,
    recorded: [...one.recorded, ...other.recorded],
    postponed: [...one.postponed, ...other.postponed],
  }
}

/** Records a batch without references to earlier posts. */
async function record(
  db: Db,
  { rows, posts, people }: { rows: DeliveryRow[]; posts: Composed[]; people: People },
): Promise<Recorded> {
  const mentions = await findMentions(db, posts, people)
  const postRows = posts.map(({ row }) => row)
  const written = await recordBatch(db, rows, postRows, mentions)
  return { rows, posts: posts.length, written, changed: [], again: [] }
}

/** Announces outcomes, new posts and changed ones, including those of an earlier run. */
async function announce(
  { db, announce, publishChanges }: PostDeps,
  deliveries: Delivery[],
  { rows, written, changed, again }: Recorded,
): Promise<void> {
  const earlier = again.length > 0 ? await findOutcomes(db, again).catch(() => []) : []
  await announce(deliveries, [...rows, ...earlier], written)
  const ids = [...changed, ...earlier.flatMap(({ outcome, postId }) => (isChange(outcome) && postId) || [])]
  if (ids.length > 0) publishChanges(ids)
}

/** Whether a delivery changed its earlier post. */
function isChange(outcome: string): boolean {
  return outcome === 'updated' || outcome === 'collapsed'
}

/** Records that a delivery can never be posted, with its payload as received. Returns the row if it is new. */
export async function rejectUnprocessable(
  { db, announce }: PostDeps,
  delivery: Delivery,
  tries: number,
): Promise<DeliveryRow[]> {
  const hook = (await findHooks(db, [delivery.hookId])).get(delivery.hookId)
  const rows = [rejection(delivery, tries, 'unprocessable', '', hook?.teamId)]
  const written = await recordBatch(db, rows, [], [])
  await announce([delivery], rows, written)
  return newAmong(rows, written)
}

function newAmong(rows: DeliveryRow[], written: string[]): DeliveryRow[] {
  if (written.length === rows.length) return rows
  const ids = new Set(written)
  return rows.filter(({ id }) => ids.has(id))
}
