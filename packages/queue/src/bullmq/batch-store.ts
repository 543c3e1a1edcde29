import type { Redis } from 'ioredis'
import { type Count, countFunction, settleAll, windowArguments, windowsOf } from '../limits/window.js'
import { batchName, batchOptions, floodName, queueName } from '../names.js'

/** A new job. Jobs with a priority above 0 wait behind those with a lower one. */
export type Job = { id: string; priority: number; data: object }

/** The jobs of each lane. */
export type Jobs = { shared: Job[]; flood: Job[] }

/** How batches reach BullMQ's queues. */
export type BatchStore = {
  /**
   * Counts calls and stores jobs in one step of Redis. Returns false if a window is over its limit: then the calls are
   * counted, and nothing is stored. @throws a refusal if nothing was stored, any other error if something may have been
   */
  store: (jobs: Jobs, counts: Count[]) => Promise<boolean>
  /** The lowest priority in the flood lane; undefined if it is empty. @throws if Redis does not answer */
  lowestPriority: () => Promise<number | undefined>
}

/**
 * Counts calls, then adds jobs as BullMQ's own scripts do (test/pipeline/stored-batches.test.ts compares both), without the
 * events that nobody reads. If a count exceeds its limit, nothing is added. A job that exists already, because a waiting
 * connection sent it again, stays as it is.
 *
 * KEYS: wait and its marker, prioritized, its counter and its marker, then the windows.
 * ARGV: points, seconds and cost of each window; then the time and the jobs' name; then each job's key, id, priority,
 * options and data.
 */
const storeScript = `
${countFunction}local now, name
local function add(key, id, priority, opts, data)
  if redis.call('HSETNX', key, 'name', name) == 0 then return end
  redis.call('HSET', key, 'data', data, 'opts', opts, 'timestamp', now, 'delay', 0, 'priority', priority)
  if priority == '0' then
    redis.call('LPUSH', KEYS[1], id)
    redis.call('ZADD', KEYS[2], 0, '0')
  else
    local place = redis.call('INCR', KEYS[4])
    redis.call('ZADD', KEYS[3], priority * 0x100000000 + place % 0x100000000, id)
    redis.call('ZADD', KEYS[5], 0, '0')
  end
end
local counts, within, at = {}, 1, 1
for window = 6, #KEYS do
  local used, left = count(KEYS[window], ARGV[at + 1], ARGV[at + 2])
  if used > tonumber(ARGV[at]) then within = 0 end
  counts[#counts + 1] = used
  counts[#counts + 1] = left
  at = at + 3
end
if within == 1 then
  now, name = ARGV[at], ARGV[at + 1]
  for job = at + 2, #ARGV, 5 do add(unpack(ARGV, job, job + 4)) end
end
return {within, counts}
`

/** Whether all windows are within their limits, and what is used of each, with the milliseconds until it ends. */
type Counted = [within: 0 | 1, used: number[]]

type Storing = Redis & { storeBatches: (keysAndValues: (string | number)[]) => Promise<Counted> }

/** In BullMQ's scores of the flood lane, the priority stands above this many values of a counter. */
const counterSize = 2 ** 32

/** Opens the way into BullMQ's queues. @param redis a connection that fails fast; not closed here */
export function openBatchStore(redis: Redis, prefix: string): BatchStore {
  redis.defineCommand('storeBatches', { lua: storeScript })
  const [shared, flood] = [`${prefix}:${queueName}`, `${prefix}:${floodName}`]
  const prioritized = `${flood}:prioritized`
  const lanes = [`${shared}:wait`, `${shared}:marker`, prioritized, `${flood}:pc`, `${flood}:marker`]
  return {
    store: async (jobs, counts) => {
      const [within, used] = await (redis as Storing).storeBatches([
        lanes.length + counts.length,
        ...lanes,
        ...windowsOf(counts),
        ...windowArguments(counts),
        Date.now(),
        batchName,
        ...jobs.shared.flatMap(job => jobArguments(shared, job)),
        ...jobs.flood.flatMap(job => jobArguments(flood, job)),
      ])
      settleAll(counts, used)
      return within === 1
    },
    lowestPriority: async () => {
      const [, score] = await redis.zrange(prioritized, '0', '0', 'WITHSCORES')
      return score === undefined ? undefined : Math.floor(Number(score) / counterSize)
    },
  }
}

const options = JSON.stringify(batchOptions)

function jobArguments(queue: string, { id, priority, data }: Job) {
  const opts = priority === 0 ? options : JSON.stringify({ ...batchOptions, priority })
  return [`${queue}:${id}`, id, priority, opts, JSON.stringify(data)]
}
