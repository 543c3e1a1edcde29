import type { Redis } from 'ioredis'
import { type Count, settle } from '../limits/bill.js'
import type { Job } from './batches.js'
import { batchName, batchOptions, floodName, queueName } from './delivery.js'

/**
 * Counts calls, then adds jobs as BullMQ's own scripts do (held against the library in test/pipeline/stored-batches.test.ts),
 * without the events that nobody reads. When one count goes over its limit nothing is added. A job that is there already,
 * because a connection that waits sent it again, is left alone.
 *
 * KEYS: wait, marker, prioritized, its counter and marker, then the windows to count in.
 * ARGV: of each window points, seconds and cost; then the time and the jobs' name, and of each job key, id, priority,
 * options and data.
 */
const script = `
local windows, counts, within, at = #KEYS - 5, {}, 1, 1
for window = 6, #KEYS do
  local points, seconds, cost = ARGV[at], ARGV[at + 1], ARGV[at + 2]
  local used = redis.call('INCRBY', KEYS[window], cost)
  local left = redis.call('PTTL', KEYS[window])
  if left < 0 then
    redis.call('EXPIRE', KEYS[window], seconds)
    left = seconds * 1000
  end
  if used > tonumber(points) then within = 0 end
  counts[#counts + 1] = used
  counts[#counts + 1] = left
  at = at + 3
end
if within == 1 then
  local now, name = ARGV[at], ARGV[at + 1]
  for job = at + 2, #ARGV, 5 do
    local key, id, priority, opts, data = ARGV[job], ARGV[job + 1], ARGV[job + 2], ARGV[job + 3], ARGV[job + 4]
    local isNew = redis.call('HSETNX', key, 'name', name) == 1
    if isNew then
      redis.call('HSET', key, 'data', data, 'opts', opts, 'timestamp', now, 'delay', 0, 'priority', priority)
    end
    if isNew and priority == '0' then
      redis.call('LPUSH', KEYS[1], id)
      redis.call('ZADD', KEYS[2], 0, '0')
    elseif isNew then
      local place = redis.call('INCR', KEYS[4])
      redis.call('ZADD', KEYS[3], priority * 0x100000000 + place % 0x100000000, id)
      redis.call('ZADD', KEYS[5], 0, '0')
    end
  end
end
return {within, counts}
`

type Storing = Redis & {
  storeBatches: (keysAndValues: (string | number)[]) => Promise<[0 | 1, number[]]>
}

/** The jobs of each lane. */
export type Jobs = { shared: Job[]; flood: Job[] }

/**
 * Counts calls and stores batches, all in one step of Redis's: nothing is stored when it rejects, unless the connection
 * broke. False when a window is over its limit; the calls are counted then and nothing is stored.
 */
export function openStore(redis: Redis, prefix: string): (jobs: Jobs, counts: Count[]) => Promise<boolean> {
  redis.defineCommand('storeBatches', { lua: script })
  const [shared, flood] = [`${prefix}:${queueName}`, `${prefix}:${floodName}`]
  const lanes = [
    `${shared}:wait`,
    `${shared}:marker`,
    `${flood}:prioritized`,
    `${flood}:pc`,
    `${flood}:marker`,
  ]
  return async (jobs, counts) => {
    const keys = [...lanes, ...counts.map(({ bills: [{ key }] }) => key)]
    const [within, heard] = await (redis as Storing).storeBatches([
      keys.length,
      ...keys,
      ...counts.flatMap(({ bills: [{ points, seconds }], cost }) => [points, seconds, cost]),
      Date.now(),
      batchName,
      ...jobs.shared.flatMap(job => written(shared, job)),
      ...jobs.flood.flatMap(job => written(flood, job)),
    ])
    for (const [index, count] of counts.entries())
      settle(count, heard[2 * index] as number, heard[2 * index + 1] as number)
    return within === 1
  }
}

const options = JSON.stringify(batchOptions)

function written(queue: string, { id, priority, data }: Job): (string | number)[] {
  const opts = priority === 0 ? options : JSON.stringify({ ...batchOptions, priority })
  return [`${queue}:${id}`, id, priority, opts, JSON.stringify(data)]
}
