import type { ChainableCommander, Redis } from 'ioredis'
import { isReady } from '../connection/connection.js'
import { defaultPrefix } from '../names.js'
import { withTimeout } from '../with-timeout.js'
import { daySeconds, samplesKeyOf } from './keys.js'

/** How many bodies are stored per hook, for a day. An ingress gives at most 64 KiB of each. */
export const keptSamples = 5

/** Bodies that wait to be stored: at most 4 MiB. */
const maxHeld = 64

/** The JSON of a call that became no delivery because it had no text. */
export type RefusedSample = { at: number; requestId: string; payload: string }

/** Holds the last sample of each hook until the counts of its refused calls are written. */
export function openSamples(prefix: string) {
  const held = new Map<string, RefusedSample>()
  return {
    hold: (hookId: string, sample: RefusedSample): void => {
      if (held.size < maxHeld || held.has(hookId)) held.set(hookId, sample)
    },
    write: (writing: ChainableCommander, hookId: string): void => {
      const sample = held.get(hookId)
      if (!sample) return
      held.delete(hookId)
      push(writing, samplesKeyOf(prefix, hookId), sample)
    },
  }
}

function push(writing: ChainableCommander, list: string, sample: RefusedSample): ChainableCommander {
  return writing
    .lpush(list, JSON.stringify(sample))
    .ltrim(list, 0, keptSamples - 1)
    .expire(list, daySeconds)
}

const answerWithinMs = 2000

/** The samples of hooks' refused calls. All return undefined if Redis does not answer. */
export type RefusedSamples = {
  /** Returns a hook's samples of the last day, the newest first. */
  list: (hookId: string) => Promise<RefusedSample[] | undefined>
  /** Removes a sample and returns it, to one caller only. `unknown`: it is not stored any more. */
  take: (hookId: string, requestId: string) => Promise<RefusedSample | 'unknown' | undefined>
  /** Stores a sample again that was taken. */
  putBack: (hookId: string, sample: RefusedSample) => Promise<void>
}

/** @param redis a connection that fails fast */
export function openRefusedSamples(redis: Redis, prefix = defaultPrefix, nowMs = Date.now): RefusedSamples {
  const list = async (hookId: string) => {
    const texts = await inTime(redis, () => redis.lrange(samplesKeyOf(prefix, hookId), 0, -1))
    const oldestMs = nowMs() - daySeconds * 1000
    return texts?.map(text => JSON.parse(text) as RefusedSample).filter(({ at }) => at >= oldestMs)
  }
  return {
    list,
    take: async (hookId, requestId) => {
      const found = await list(hookId)
      const sample = found?.find(each => each.requestId === requestId)
      if (!sample) return found && 'unknown'
      const key = samplesKeyOf(prefix, hookId)
      const removed = await inTime(redis, () => redis.lrem(key, 1, JSON.stringify(sample)))
      if (removed === undefined) return undefined
      return removed === 0 ? 'unknown' : sample
    },
    putBack: async (hookId, sample) => {
      await inTime(redis, () => push(redis.multi(), samplesKeyOf(prefix, hookId), sample).exec())
    },
  }
}

async function inTime<Answer>(redis: Redis, ask: () => Promise<Answer>): Promise<Answer | undefined> {
  if (!isReady(redis)) return undefined
  return withTimeout(ask(), answerWithinMs, undefined).catch(() => undefined)
}
