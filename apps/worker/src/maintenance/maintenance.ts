import {
  changeOf,
  currentTemplateVersion,
  type Db,
  dropMarks,
  findOwner,
  formatOf,
  idsBetween,
  indexPosts,
  removeAuditBefore,
  removeOldKeys,
  removeOldNotices,
  replayablePage,
  rotatePartitions,
  type Settings,
  saveMinuteFigures,
} from '@posthorn/db'
import { replayFormat } from '@posthorn/formats'
import { type Maintenance, type Redis, rollUpMinutes } from '@posthorn/queue'
import { type Log, newId } from '@posthorn/server'
import { deletePosts } from './delete-posts.js'
import { erasing } from './erase.js'

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

async function indexWords(db: Db, shouldYield: () => Promise<boolean>): Promise<{ posts: number }> {
  const endsAt = performance.now() + indexForMs
  let posts = 0
  for (let added = -1; added !== 0; ) {
    added = await indexPosts(db)
    posts += added
    if (performance.now() > endsAt || (await shouldYield())) break
  }
  await dropMarks(db)
  return { posts }
}
