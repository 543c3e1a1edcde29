import { setTimeout as sleep } from 'node:timers/promises'
import {
  beginRound,
  correctUnread,
  type Db,
  dbTimeMs,
  deleteExpired,
  endRound,
  expiringChannels,
  retentionProgress,
  shrinkIndex,
} from '@posthorn/db'

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
export async function deletePosts(deps: DeleteDeps): Promise<{ posts: number }> {
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
  while (await shrinkIndex(db, nowMs)) yield 0
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
