import { setTimeout as sleep } from 'node:timers/promises'
import {
  type KeyedDelivery,
  type News,
  type Payload,
  type Placement,
  type Plan,
  postId,
} from '@posthorn/core'
import {
  countLiveKeys,
  type Db,
  type DeliveryRow,
  evictContents,
  evictKeys,
  findMentions,
  type People,
  type PostRow,
  planKeys,
  readStates,
  recordKeyed,
  type Settings,
  toKeyed,
  wantedStates,
} from '@posthorn/db'
import type { Delivery } from '@posthorn/queue'
import type { Composed } from './compose.js'
import { counted, type Repeatable, repeatChanges } from './repeats.js'

/** A delivery that refers to earlier posts, with its composed posts. `posts`: those that it edits or deletes. */
export type Referring = {
  delivery: Delivery
  payload: Payload
  channelId: string
  composed: Composed[]
  posts?: string[] | undefined
  /** How bad things stand, if its adapter says so. */
  news?: News | undefined
  /** Set if its repeats are counted. */
  collapse?: Repeatable
  /** The row with the outcome of a delivery without keys. */
  row: DeliveryRow
}

/** What was written. `changed`: posts with new content, or deleted. `again`: deliveries that were recorded before. */
export type Recorded = {
  rows: DeliveryRow[]
  posts: number
  written: string[]
  changed: string[]
  again: string[]
}

type Plain = { rows: DeliveryRow[]; posts: Composed[]; people: People }

/** Another worker that writes the same key makes a plan void. The pause grows with each try. */
const maxTries = 100
const pauseMs = 2
const maxPauseMs = 50

/**
 * Records a batch with deliveries that refer to earlier posts. The plan depends on the stored keys and posts, so it is made again
 * if another worker has changed one of them.
 * @throws if others change them all the time
 */
export async function recordReferring(
  db: Db,
  referring: Referring[],
  plain: Plain,
  { settings, nowMs }: { settings: Settings; nowMs: number },
): Promise<Recorded> {
  const keyed = referring.map(keyedOf)
  for (let tries = 0; tries < maxTries; tries++) {
    const states = await readStates(db, wantedStates(keyed, { nowMs, keyDays: settings.KeyDays }))
    const plan = planKeys(
      keyed.filter(({ id }) => !states.recorded.has(id)),
      states,
    )
    const evictions = await findEvictions(db, plan, settings.MaxKeysPerHook)
    const written = await write(db, plan, referring, plain, evictions)
    if (written !== 'changed') {
      for (const [hookId, count] of evictions) await evictKeys(db, hookId, count)
      for (const hookId of hooksWithNewContents(plan))
        await evictContents(db, hookId, settings.MaxKeysPerHook)
      return { ...written, again: [...states.recorded] }
    }
    await sleep(Math.random() * Math.min(pauseMs * tries, maxPauseMs))
  }
  throw new Error('Other workers changed the same keys at each try')
}

function keyedOf({ delivery, payload, channelId, posts = [], news, collapse }: Referring): KeyedDelivery {
  const { id, hookId, replayOf, change } = delivery
  const changed = change && { kind: change.kind, posts }
  return toKeyed({ id, hookId, channelId, keys: payload.keys, replayOf, news, collapse, change: changed })
}

/** Returns how many keys each hook must forget because of its new ones. */
async function findEvictions(db: Db, { keys }: Plan, limit: number): Promise<Map<string, number>> {
  const added = new Map<string, number>()
  for (const { name, version, isClosed } of keys) {
    const [hookId = ''] = name.split(' ')
    if (version === undefined && !isClosed) added.set(hookId, (added.get(hookId) ?? 0) + 1)
  }
  if (added.size === 0) return added
  const live = await countLiveKeys(db, [...added.keys()], limit)
  return new Map(
    [...added].flatMap(([hookId, count]) => {
      const over = (live.get(hookId) ?? 0) + count - limit
      return over > 0 ? [[hookId, over]] : []
    }),
  )
}

function hooksWithNewContents({ keys }: Plan): Set<string> {
  const added = keys.filter(({ version, repeats }) => version === undefined && repeats > 0)
  return new Set(added.flatMap(({ name }) => name.split(' ').slice(0, 1)))
}

async function write(
  db: Db,
  plan: Plan,
  referring: Referring[],
  { rows, posts, people }: Plain,
  evictions: Map<string, number>,
): Promise<Omit<Recorded, 'again'> | 'changed'> {
  const byId = new Map(referring.map(each => [each.delivery.id, each]))
  const placed = plan.placements.flatMap(placement => {
    const each = byId.get(placement.id)
    return each ? [{ each, placement }] : []
  })
  const created = placed
    .flatMap(({ each, placement }) => ownPosts(each, placement, byId))
    .map(post => counted(post, plan.repeats.get(post.row.id)))
  const repeats = repeatChanges(plan, created, by => byId.get(by)?.composed ?? [])
  const changes = [...plan.updates].flatMap(([id, update]) => {
    const [first] = byId.get(update.by)?.composed ?? []
    const guarded = plan.guarded.find(post => post.id === id)
    if (!first || !guarded) return []
    const { row } = counted({ ...first, row: { ...first.row, id } }, plan.repeats.get(id))
    const isNews = plan.placements.some(placement => placement.id === update.by && placement.isNews)
    return [{ first, change: { row, ...update, rootId: guarded.rootId || id, isNews } }]
  })
  const deliveryRows = [...rows, ...placed.map(({ each, placement }) => rowOf(each, placement, evictions))]
  const mentioning = [
    ...posts,
    ...created,
    ...changes.map(({ first, change }) => ({ ...first, row: change.row })),
  ]
  const written = await recordKeyed(
    db,
    deliveryRows,
    [...posts, ...created].map(({ row }) => row),
    await findMentions(db, mentioning, people),
    {
      keys: plan.keys,
      changes: changes.map(({ change }) => change),
      repeats,
      removals: [...plan.removals].map(([id, by]) => ({ id, by })),
      guarded: plan.guarded,
    },
  )
  if (written === 'changed') return written
  const changed = [...plan.updates.keys(), ...plan.removals.keys(), ...repeats.map(({ row }) => row.id)]
  return { rows: deliveryRows, posts: posts.length + created.length, written, changed }
}

/** Returns a delivery's new posts. One that a later delivery of the batch updates has its text at once. */
function ownPosts(each: Referring, placement: Placement, byId: Map<string, Referring>): Composed[] {
  const { first, rest, rootId, isLogged, isNews, contentFrom } = placement
  const [opening, ...others] = each.composed
  const content = contentFrom === undefined ? opening : byId.get(contentFrom)?.composed[0]
  const own =
    first === 'post' && opening && content
      ? [moved(content, { ...opening.row, rootId, contentOf: contentFrom })]
      : []
  const copies = isNews ? each.composed : isLogged ? each.composed.map(post => ({ ...post, ...silent })) : []
  const log = copies.map((post, index) => logged(each, post, index + 2, rootId))
  return [
    ...own,
    ...(rest ? others.map(post => moved(post, { ...post.row, rootId: rest.rootId })) : []),
    ...log,
  ]
}

/** Returns a reply that repeats a changed post. `contentOf` distinguishes it from the further texts, which a later update removes. */
function logged({ delivery: { id } }: Referring, post: Composed, number: number, rootId: string): Composed {
  return moved(post, { ...post.row, id: postId(id, number), rootId, contentOf: id })
}

/** Replies that repeat a changed post mention nobody, because the post does. News mentions people again. */
const silent = { named: undefined, words: () => new Set<string>() }

/** Returns a composed post in another place. */
function moved(post: Composed, { id, createAt, rootId, contentOf }: PostRow): Composed {
  return { ...post, row: { ...post.row, id, createAt, rootId, contentOf } }
}

function rowOf(
  { row, composed }: Referring,
  placement: Placement,
  evictions: Map<string, number>,
): DeliveryRow {
  const { outcome, earlier, isLogged, isNews, first, rest, ignored } = placement
  const parts = rest ? composed.length : Math.min(first === 'nowhere' ? 0 : 1, composed.length)
  const evicted = earlier === undefined ? evictions.get(row.hookId) : undefined
  return {
    ...row,
    outcome,
    postId: earlier,
    postCount: isLogged || isNews ? composed.length + 1 : parts,
    ...(outcome === 'rejected' && { reason: 'no_such_post', channelId: '' }),
    ignored: [...row.ignored, ...ignored, ...(evicted === undefined ? [] : [evictedNote(evicted)])],
  }
}

function evictedNote(count: number): string {
  return `${count} unused ${count === 1 ? 'key' : 'keys'} (forgotten: the webhook has too many)`
}
