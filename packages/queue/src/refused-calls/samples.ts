import type { ChainableCommander, Redis } from 'ioredis'
import { isReady } from '../connection/connection.js'
import { type OwnedHook, ownerOf } from '../deliveries/delivery.js'
import { defaultPrefix } from '../names.js'
import { withTimeout } from '../with-timeout.js'
import { daySeconds, lastKeyOf, sampledKeyOf, samplesKeyOf } from './keys.js'

/** How many bodies are stored per hook, for a day. An ingress gives at most 64 KiB of each. */
export const keptSamples = 5

/**
 * How many hooks have samples, in all and of one owner: those that had one last. Together they hold at most 64 MiB, and those of an
 * owner 6.4 MiB.
 */
export const maxSampledHooks = { inAll: 100, ofOwner: 10 }

/** Of a stored sample. Escapes make its JSON longer than its body. */
const maxSampleBytes = 128 * 1024

/** Bodies that wait to be stored: at most 8 MiB. */
const maxHeld = 64

/** The JSON of a call that became no delivery because it had no text. */
export type RefusedSample = { at: number; requestId: string; payload: string }

/** Holds the last sample of each hook until the counts of its refused calls are written. */
export function openSamples(prefix: string) {
  const held = new Map<string, { hook: OwnedHook; sample: RefusedSample }>()
  return {
    hold: (hook: OwnedHook, sample: RefusedSample): void => {
      if (sample.payload.length > maxSampleBytes) return
      if (held.size < maxHeld || held.has(hook.hookId)) held.set(hook.hookId, { hook, sample })
    },
    isHeld: () => held.size > 0,
    drop: () => held.clear(),
    write: (writing: ChainableCommander, hookId: string): void => {
      const found = held.get(hookId)
      if (!found) return
      held.delete(hookId)
      const text = JSON.stringify(found.sample)
      if (Buffer.byteLength(text) <= maxSampleBytes) push(writing, prefix, found.hook, text, found.sample.at)
    },
  }
}

/** Adds a sample to its hook's list, and deletes the lists of the hooks beyond the limits of its owner and of all. */
const pushScript = `
local list, ofOwner, inAll = KEYS[1], KEYS[2], KEYS[3]
local sample, at, most, hooksOfOwner, hooksInAll, seconds = unpack(ARGV)
redis.call('LPUSH', list, sample)
redis.call('LTRIM', list, 0, most - 1)
redis.call('EXPIRE', list, seconds)
local function bound(sampled, hooks)
  redis.call('ZADD', sampled, at, list)
  redis.call('EXPIRE', sampled, seconds)
  for _, oldest in ipairs(redis.call('ZRANGE', sampled, 0, -hooks - 1)) do
    redis.call('DEL', oldest)
    redis.call('ZREM', sampled, oldest)
  end
end
bound(ofOwner, hooksOfOwner)
bound(inAll, hooksInAll)`

function push(
  writing: ChainableCommander,
  prefix: string,
  hook: OwnedHook,
  text: string,
  at: number,
): ChainableCommander {
  const sampled = [sampledKeyOf(prefix, ownerOf(hook)), sampledKeyOf(prefix)]
  const keys = [samplesKeyOf(prefix, hook.hookId), ...sampled]
  const limits = [keptSamples, maxSampledHooks.ofOwner, maxSampledHooks.inAll, daySeconds]
  return writing.eval(pushScript, keys.length, ...keys, text, at, ...limits)
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
      const key = samplesKeyOf(prefix, hookId)
      const writing = redis.multi().lpush(key, JSON.stringify(sample))
      await inTime(redis, () =>
        writing
          .ltrim(key, 0, keptSamples - 1)
          .expire(key, daySeconds)
          .exec(),
      )
    },
  }
}

/** Forgets the JSON and the reasons of a hook's refused calls. Their counts stay. */
export async function forgetRefusedCalls(
  redis: Redis,
  hookId: string,
  prefix = defaultPrefix,
): Promise<void> {
  await redis.del(samplesKeyOf(prefix, hookId), lastKeyOf(prefix, hookId))
}

async function inTime<Answer>(redis: Redis, ask: () => Promise<Answer>): Promise<Answer | undefined> {
  if (!isReady(redis)) return undefined
  return withTimeout(ask(), answerWithinMs, undefined).catch(() => undefined)
}
