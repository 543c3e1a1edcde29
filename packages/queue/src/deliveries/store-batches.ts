import type { Redis } from 'ioredis'
import { type Count, settle } from '../limits/bill.js'
import type { Job } from './batches.js'
import { batchName, batchOptions, floodName, queueName } from './delivery.js'
import { storeScript } from './store-script.js'
import { wakeUp } from './wake-up.js'

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
  redis.defineCommand('storeBatches', { lua: storeScript })
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

function written(queue: string, { id, priority, data, awaited }: Job): (string | number)[] {
  const opts = priority === 0 ? options : JSON.stringify({ ...batchOptions, priority })
  const wakes = awaited ? wakeUp.atOnce : wakeUp.whenGathered
  return [`${queue}:${id}`, id, priority, opts, JSON.stringify(data), wakes]
}
