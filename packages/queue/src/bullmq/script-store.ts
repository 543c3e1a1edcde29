import type { Redis } from 'ioredis'
import { batchName, batchOptions, floodName, queueName } from '../names.js'
import { checkAssumption, hasKnownKeys, scriptsOn, type Warn } from './assumptions.js'
import { type Counted, settleAll, windowArguments, windowsOf } from './count-script.js'
import { frontKey } from './direct-handoff.js'
import type { BatchStore, Job } from './jobs.js'
import { storeScript } from './store-script.js'
import { type Tricks, tricksOf } from './tricks.js'
import { wakeScores } from './wake-scores.js'

type Storing = Redis & { storeBatches: (keysAndValues: (string | number)[]) => Promise<Counted> }

/** In BullMQ's scores of the flood lane, the priority stands above this many values of a counter. */
const counterSize = 2 ** 32

/** The lines of BullMQ's scripts that `storeScript` repeats or relies on. */
const storesJob =
  /"HMSET", jobIdKey, "name", name, "data", data, "opts", jsonOpts,\s+"timestamp", timestamp, "delay", delay, "priority", priority,/
const setsMarker = /"ZADD", markerKey, 0, "0"/
const repeated: Record<string, RegExp[]> = {
  addStandardJob: [storesJob, setsMarker, /or 'LPUSH'/, /rcall\(pushCmd, targetKey, jobId\)/],
  addPrioritizedJob: [
    storesJob,
    setsMarker,
    /priority \* 0x100000000 \+ prioCounter % 0x100000000/,
    /"INCR", priorityCounterKey/,
    /"ZADD", prioritizedKey, score, jobId/,
  ],
  moveToActive: [
    /local lockKey = jobKey \.\. ':lock'\s+rcall\("SET", lockKey, opts\['token'\], "PX", opts\['lockDuration'\]\)/,
    /"HMSET", jobKey, "processedOn", processedOn,/,
    /"HINCRBY", jobKey, "ats", 1/,
    /rcall\("RPOPLPUSH", waitKey, activeKey\)/,
  ],
}

/**
 * Whether BullMQ stores jobs as `storeScript` does. @param redis a connection that one of its queues is ready
 * on
 */
export function canStoreByScript(redis: Redis, warn: Warn | undefined): boolean {
  const scripts = scriptsOn(redis)
  const holds = Object.entries(repeated).every(([name, patterns]) => {
    const lua = scripts.find(script => script.name === name)?.lua ?? ''
    return patterns.every(pattern => pattern.test(lua))
  })
  return checkAssumption('how BullMQ stores a job (script-store.ts)', holds && hasKnownKeys(), warn)
}

/**
 * Counts calls and stores batches in one step of Redis. Nothing is stored if it rejects, unless the
 * connection broke.
 */
export function openScriptStore(redis: Redis, prefix: string): BatchStore {
  const tricks = tricksOf(redis)
  redis.defineCommand('storeBatches', { lua: storeScript(tricks) })
  const [shared, flood] = [`${prefix}:${queueName}`, `${prefix}:${floodName}`]
  const lanes = [
    `${shared}:wait`,
    `${shared}:marker`,
    `${flood}:prioritized`,
    `${flood}:pc`,
    `${flood}:marker`,
    `${shared}:active`,
    `${shared}:delayed`,
    frontKey(`${shared}:`),
  ]
  return {
    store: async (jobs, counts) => {
      const counted = await (redis as Storing).storeBatches([
        lanes.length + counts.length,
        ...lanes,
        ...windowsOf(counts),
        ...windowArguments(counts),
        Date.now(),
        batchName,
        ...jobs.shared.flatMap(job => jobArguments(shared, job, tricks)),
        ...jobs.flood.flatMap(job => jobArguments(flood, job, tricks)),
      ])
      return settleAll(counts, counted)
    },
    lowestPriority: async () => {
      const [, score] = await redis.zrange(`${flood}:prioritized`, '0', '0', 'WITHSCORES')
      return score === undefined ? undefined : Math.floor(Number(score) / counterSize)
    },
  }
}

const options = JSON.stringify(batchOptions)

function jobArguments(queue: string, { id, priority, data, awaited }: Job, tricks: Tricks) {
  const opts = priority === 0 ? options : JSON.stringify({ ...batchOptions, priority })
  const score = awaited || !tricks.wakeScores ? wakeScores.atOnce : wakeScores.whenGathered
  return [`${queue}:${id}`, id, priority, opts, JSON.stringify(data), score]
}
