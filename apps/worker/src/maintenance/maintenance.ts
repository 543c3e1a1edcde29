import { setTimeout as sleep } from 'node:timers/promises'
import {
  beginRound,
  changeOf,
  correctUnread,
  currentTemplateVersion,
  type Db,
  dbTimeMs,
  deleteExpired,
  dropMarks,
  dropOldIndex,
  endRound,
  eraseHookPart,
  eraseUserPart,
  expiringChannels,
  findOwner,
  formatOf,
  hookErasureSteps,
  idsBetween,
  indexPosts,
  removeAuditBefore,
  removeOldKeys,
  removeOldNotices,
  replayablePage,
  retentionProgress,
  rotatePartitions,
  type Settings,
  saveMinuteFigures,
  userErasureSteps,
} from '@posthorn/db'
import { replayFormat } from '@posthorn/formats'
import {
  type EraseWhat,
  type Erasure,
  forgetLogins,
  forgetRefusedCalls,
  liveNews,
  type Maintenance,
  newsOfErased,
  publish,
  type Redis,
  rollUpMinutes,
} from '@posthorn/queue'
import { type Log, newId } from '@posthorn/server'

const dayMs = 86_400_000

/** The part of its period for which a worker adds posts to the index of words, so that it takes less than half of a processor. */
const indexForMs = 4000

export type MaintenanceDeps = {
  db: Db
  redis: Redis
  /** The prefix of all keys in Redis. */
  prefix?: string
  log: Log
  nowMs: () => number
  settings: () => Settings
  /** Called with the number of posts that were deleted because of their age. */
  countDeleted: (posts: number) => void
}

/**
 * A worker's maintenance: erases, replays rejected deliveries, rotates the days of deliveries, rolls up figures,
 * indexes posts and deletes old ones.
 */
export function maintenance(deps: MaintenanceDeps): Maintenance {
  const { db, redis, prefix, log, nowMs, settings, countDeleted } = deps
  return {
    nextPage: async ({ hookId, after, end, outcome, text, sentBy }, replayId) => {
      const range = { hookId, after, end, text, outcome: outcome === 'any' ? undefined : outcome }
      const { deliveries: found, lookedAtUpTo } = await replayablePage(db, range)
      const template = await currentTemplateVersion(db, hookId)
      const by = { hookId, ownerId: await findOwner(db, hookId), requestId: replayId, sentBy }
      const deliveries = found.map(({ id, original, payload, restrictedTo, ...changing }) => ({
        ...by,
        id: newId(),
        payload,
        replayOf: original,
        restrictedTo: restrictedTo ?? undefined,
        change: changeOf(changing),
        format: replayFormat(formatOf(changing.format), template),
        attempt: id,
      }))
      return { deliveries, lookedAtUpTo }
    },
    erasePart: erasing(db, redis, prefix),
    rotatePartitions: async () => {
      const kept = await rotatePartitions(db, settings().DeliveryDays, new Date(nowMs()))
      const audit = idsBetween(nowMs() - settings().AuditDays * dayMs, 0).first
      const removed = await removeAuditBefore(db, audit)
      const keys = await removeOldKeys(db, nowMs(), settings().KeyDays)
      const notices = await removeOldNotices(db, nowMs())
      const facts = {
        dropped: kept.dropped,
        in_use: kept.inUse,
        audit_removed: removed,
        keys_removed: keys,
        notices_removed: notices,
      }
      log.info(facts, 'partitions rotated')
      return kept
    },
    rollUpFigures: async () => {
      const at = { nowMs: nowMs(), ...(prefix !== undefined && { prefix }) }
      return { minutes: await rollUpMinutes(redis, minutes => saveMinuteFigures(db, minutes, at.nowMs), at) }
    },
    indexWords: shouldYield => indexWords(db, shouldYield),
    deletePosts: shouldYield => {
      const { PostDays: serverDays } = settings()
      return deletePosts({ db, nowMs, serverDays, shouldYield, count: countDeleted })
    },
    threw: (chore, error) => log.warn({ chore, err: error }, 'maintenance failed and will be retried'),
  }
}

async function indexWords(db: Db, shouldYield: () => Promise<boolean>): Promise<{ steps: number }> {
  const endsAt = performance.now() + indexForMs
  let steps = 0
  while (await indexPosts(db)) {
    steps += 1
    if (performance.now() > endsAt || (await shouldYield())) break
  }
  await dropMarks(db)
  await dropOldIndex(db)
  return { steps }
}

/** Returns how a worker erases the next part of an erasure, and removes the posts from clients. */
function erasing(db: Db, redis: Redis, prefix?: string) {
  return async (erasure: Erasure): Promise<Erasure> => {
    const steps = erasure.what.kind === 'user' ? userErasureSteps : hookErasureSteps
    const isKnown = steps.includes(erasure.step) // a new erasure has no step, and one of an earlier version may have another
    const { step, after } = isKnown ? erasure : { step: steps[0] ?? '', after: '' }
    const part = await erasePart(db, erasure.what, { step, after })
    if ('stopped' in part) return { ...erasure, step, stopped: part.stopped, isDone: true }
    for (const news of newsOfErased(part.posts ?? [])) publish(redis, liveNews, news, prefix)
    const erased = erasure.erased + part.rows
    if (part.after !== undefined) return { ...erasure, step, after: part.after, erased }
    const next = steps[steps.indexOf(step) + 1]
    if (next !== undefined) return { ...erasure, step: next, after: '', erased }
    await eraseInRedis(redis, erasure.what, prefix)
    return { ...erasure, step, erased, isDone: true }
  }
}

function erasePart(db: Db, what: EraseWhat, at: { step: string; after: string }) {
  return what.kind === 'user' ? eraseUserPart(db, what, at) : eraseHookPart(db, what, at)
}

async function eraseInRedis(redis: Redis, what: EraseWhat, prefix?: string): Promise<void> {
  if (what.kind === 'user') await forgetLogins(redis, what.userId, prefix)
  else if (what.withRefused) await forgetRefusedCalls(redis, what.hookId, prefix)
}

/** The part of its period for which a worker deletes old posts. It pauses for half of it, so that readers notice nothing. */
const deleteForMs = 4000

/** A round looks through all channels. */
const roundEveryMs = 600_000

type DeleteDeps = {
  db: Db
  nowMs: () => number
  /** The days that posts are stored, unless their channel or team says otherwise. 0 is forever. */
  serverDays: number
  shouldYield: () => Promise<boolean>
  /** Called with the number of posts that a step deleted. */
  count: (posts: number) => void
}

/**
 * Deletes posts that are older than their channel keeps them, in steps, until it should yield or its time is over. The next call
 * continues from there, on any worker.
 */
async function deletePosts(deps: DeleteDeps): Promise<{ posts: number }> {
  const { db } = deps
  const { channelId, afterId, begunAt, doneAt } = await retentionProgress(db)
  const nowMs = Math.min(deps.nowMs(), await dbTimeMs(db)) // a clock that is ahead must not delete anything
  const isNewRound = doneAt >= begunAt
  if (isNewRound && nowMs - begunAt < roundEveryMs) return { posts: 0 }
  if (isNewRound) await beginRound(db, nowMs)
  else if (channelId !== '') await correctUnread(db, channelId) // if its last process was killed
  const steps = takeSteps(deps, { nowMs, channelId, afterId })
  const posts = await inTurns(steps, deps.shouldYield)
  return { posts }
}

type From = { nowMs: number; channelId: string; afterId: string }

/** Deletes the next posts at each step, and yields how many. */
async function* takeSteps({ db, serverDays, count }: DeleteDeps, { nowMs, channelId, afterId }: From) {
  for (const expiring of await expiringChannels(db, { serverDays, nowMs, from: channelId })) {
    let after: string | undefined = expiring.channelId === channelId ? afterId : ''
    while (after !== undefined) {
      const part = await deleteExpired(db, { ...expiring, after })
      count(part.posts)
      yield part.posts
      after = part.after
    }
    await correctUnread(db, expiring.channelId)
  }
  await endRound(db)
}

/** Takes steps with pauses of the same length. @returns the sum of what they yielded */
async function inTurns(steps: AsyncGenerator<number>, shouldYield: () => Promise<boolean>): Promise<number> {
  const endsAt = performance.now() + deleteForMs
  let sum = 0
  for (;;) {
    const beganAt = performance.now()
    const { value, done } = await steps.next()
    if (done) return sum
    sum += value
    if (performance.now() > endsAt || (await shouldYield())) return sum
    await sleep(performance.now() - beganAt)
  }
}
