import { type Db, eraseHookPart, eraseUserPart, hookErasureSteps, userErasureSteps } from '@posthorn/db'
import {
  type EraseWhat,
  type Erasure,
  forgetLogins,
  forgetRefusedCalls,
  liveNews,
  newsOfErased,
  publish,
  type Redis,
} from '@posthorn/queue'

/** Returns how a worker erases the next part of an erasure, and removes the posts from clients. */
export function erasing(db: Db, redis: Redis, prefix?: string) {
  return async (erasure: Erasure): Promise<Erasure> => {
    const steps = erasure.what.kind === 'user' ? userErasureSteps : hookErasureSteps
    const step = erasure.step === '' ? (steps[0] ?? '') : erasure.step
    const part = await erasePart(db, erasure.what, { step, after: erasure.after })
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
