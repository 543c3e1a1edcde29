import { type JobJson, RedisQueueBackend, Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import { batchName, batchOptions } from '../names.js'
import { checkAssumption, type Warn } from './assumptions.js'
import { lastOne } from './jobs.js'
import { tricksOf } from './tricks.js'

/** How long batches are handed to a worker after its last one. */
const frontMs = 1000
/** A longer batch is not handed over, because Redis would copy and write it twice. */
const maxHandedBytes = 32 * 1024
/** While more batches than this are in progress, all workers take part. */
const maxActive = 3
/** While a batch in progress has more deliveries or KiB than this, all workers take part. */
const maxActiveWeight = 32
/** How long a worker waits for Redis when it stops. */
const stopWithinMs = 1000

/** The worker to which batches are handed, and how long it locks them. `lane`: how the lane's keys begin. */
export const frontKey = (lane: string) => `${lane}front`
/** The batch that was handed to a worker and that it has not received yet. */
const handKey = (lane: string, worker: string) => `${lane}hand:${worker}`

/** Part of BullMQ's scripts that hand out a job, for the last one: puts the worker in front. */
export const putInFront = (lane: string) => `if keyPrefix == ${JSON.stringify(lane)} then
      local worker = string.match(opts["token"], "^[^:]*")
      rcall("SET", keyPrefix .. "front", worker .. " " .. opts["lockDuration"], "PX", ${frontMs})
    end`

/**
 * Part of the store script. If nothing waits and little is in progress, it hands a small batch to the worker in front: it
 * does what `moveToActive` would do for that worker, and wakes it with the batch.
 * KEYS: wait, active, delayed and front are 1, 6, 7 and 8.
 */
export const handOver = `
local function isBusy()
  for _, id in ipairs(redis.call('LRANGE', KEYS[6], 0, ${maxActive})) do
    local deliveries, kib = string.match(id, '%-(%d+)%-%d+%-(%d+)$')
    if not deliveries or math.max(deliveries, kib) > ${maxActiveWeight} then return true end
  end
  return redis.call('LLEN', KEYS[6]) > ${maxActive}
end
local function handOver(key, id, data)
  if #data > ${maxHandedBytes} then return false end
  local worker, lockMs = string.match(redis.call('GET', KEYS[8]) or '', '^(%S+) (%d+)$')
  if not worker then return false end
  local hand = string.sub(key, 1, -1 - #id) .. 'hand:' .. worker
  if redis.call('EXISTS', KEYS[1], KEYS[7], hand) > 0 or isBusy() then return false end
  local token = worker .. ':handed'
  redis.call('SET', key .. ':lock', token, 'PX', lockMs)
  redis.call('LPUSH', KEYS[6], id)
  redis.call('HSET', key, 'processedOn', now, 'ats', 1)
  redis.call('ZADD', hand, 0, table.concat({token, id, now, data}, '\\n'))
  redis.call('PEXPIRE', hand, lockMs)
  redis.call('PEXPIRE', KEYS[8], ${frontMs})
  return true
end
`

/** Hands nothing more to a worker, lets others take what it has not received, and ends its wait. */
const stopScript = `
if string.match(redis.call('GET', KEYS[1]) or '', '^%S+') == ARGV[1] then redis.call('DEL', KEYS[1]) end
for _, handed in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do
  local id = string.match(handed, '^[^\\n]+\\n([^\\n]+)')
  if id and redis.call('LREM', KEYS[4], 1, id) == 1 then
    redis.call('DEL', ARGV[2] .. id .. ':lock')
    redis.call('RPUSH', KEYS[3], id)
    redis.call('ZADD', KEYS[5], 0, '0')
  end
end
redis.call('DEL', KEYS[2])
redis.call('ZADD', KEYS[2], 0, '')
redis.call('PEXPIRE', KEYS[2], ${stopWithinMs})
`

/** A batch that a worker received with its wake-up. `token`: that of its lock. */
export type Handed = { id: string; token: string; job: JobJson }

/** The result of Redis's `BZPOPMIN`: key, member and score. */
type Popped = [key: string, member: string, score: string] | null
type Waiting = { bzpopmin: (...keysAndSeconds: (string | number)[]) => Promise<Popped> }
type Asking = { eval: (script: string, keys: number, ...keysAndValues: string[]) => Promise<unknown> }

export type Handoff = {
  /** Also waits for a handed batch. @param wait BullMQ's own wait for the marker. Returns the marker's score */
  wait: (wait: () => Promise<number>) => Promise<number>
  /** Returns the batch that the wait received, once. */
  take: () => Handed | undefined
  /** Gives back what the worker has not received. Ends once the worker has what it received. */
  stop: () => Promise<void>
}

/** Whether BullMQ's worker waits for a job as `openHandoff` expects it. */
export function canHandOff(redis: Redis, warn?: Warn): boolean {
  if (!tricksOf(redis).directHandoff) return false
  const holds =
    /this\.waiting = this\.waitForJob\(this\.blockUntil\)/.test(String(Worker)) &&
    /bclient\.bzpopmin\(this\.queue\.keys\.marker,/.test(String(RedisQueueBackend.prototype.waitForJob))
  return checkAssumption('how BullMQ’s worker waits (direct-handoff.ts)', holds, warn)
}

/** Opens the receiving side of a worker with this id. */
export function openHandoff(backend: RedisQueueBackend, lane: string, worker: string): Handoff {
  const hand = handKey(lane, worker)
  let received: Handed | undefined
  let prepared: unknown
  let waiting: Promise<number> = Promise.resolve(0)

  /** BullMQ waits for the marker by itself, with recovery from broken connections. The hand is one more key. */
  const prepare = async () => {
    const client = (await backend.blockingClient) as unknown as Waiting | undefined
    if (client === undefined || client === prepared) return
    prepared = client
    const pop = client.bzpopmin
    client.bzpopmin = async (...markerAndSeconds) => {
      const popped = await pop(hand, ...markerAndSeconds)
      if (popped?.[0] === hand && popped[1] !== '') received = read(popped[1])
      return popped
    }
  }
  const waitForBoth = async (wait: () => Promise<number>) => {
    await prepare()
    return received === undefined ? wait() : 0
  }
  const stop = async () => {
    const client = (await backend.client) as unknown as Asking
    const keys = [frontKey(lane), hand, `${lane}wait`, `${lane}active`, `${lane}marker`]
    await client.eval(stopScript, keys.length, ...keys, worker, lane)
    await waiting
  }
  return {
    wait: wait => {
      waiting = waitForBoth(wait)
      return waiting
    },
    take: () => {
      const handed = received
      received = undefined
      return handed
    },
    stop: async () => {
      const late = new Promise<void>(resolve => setTimeout(resolve, stopWithinMs).unref())
      await Promise.race([stop(), late]).catch(() => {}) // its lock expires, and another worker takes it
    },
  }
}

function read(member: string): Handed {
  const [token = '', id = '', storedAtMs, ...data] = member.split('\n')
  const [timestamp, once] = [Number(storedAtMs), { attemptsStarted: 1, attemptsMade: 0, stalledCounter: 0 }]
  const fields = { id, name: batchName, data: data.join('\n'), opts: batchOptions, delay: 0, priority: 0 }
  const job = { ...fields, ...once, timestamp, processedOn: timestamp, progress: 0, processedBy: lastOne }
  return { id, token, job: job as unknown as JobJson }
}
