import type { Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import { batchName, batchOptions, floodName, queueName } from '../names.js'
import { checkAssumption, hasKnownKeys, scriptsOn, type Warn } from './assumptions.js'
import { type Counted, settleAll, windowArguments, windowsOf } from './count-script.js'
import type { BatchOwner, BatchStore, Job } from './jobs.js'
import { finishOwn } from './own-batches.js'
import { storeScript } from './store-script.js'
import { type Tricks, tricksOf } from './tricks.js'
import { wakeScores } from './wake-scores.js'

/** What the script returns: the counts, and the ids of the batches that it locked for this process. */
type Stored = [...counted: Counted, taken: string[]]
type Storing = Redis & { storeBatches: (keysAndValues: (string | number)[]) => Promise<Stored> }

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

/** A process that posts batches itself, and the open queue of the shared lane in which it ends them. */
export type Owning = { owner: BatchOwner; queue: Queue }

/**
 * Counts calls and stores batches in one step of Redis. Nothing is stored if it rejects, unless the
 * connection broke.
 */
export function openScriptStore(redis: Redis, prefix: string, owning?: Owning): BatchStore {
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
  ]
  const tokenFor = (job: Job) => (owning?.owner.wants(job) ? owning.owner.token : '')
  const begin = (job: Job) => {
    if (!owning) return
    const { owner, queue } = owning
    owner.begin(job, end => finishOwn(queue, { id: job.id, token: owner.token }, end))
  }
  return {
    store: async (jobs, counts) => {
      const [within, used, taken] = await (redis as Storing).storeBatches([
        lanes.length + counts.length,
        ...lanes,
        ...windowsOf(counts),
        ...windowArguments(counts),
        Date.now(),
        batchName,
        ...jobs.shared.flatMap(job => jobArguments(shared, job, tricks, tokenFor(job))),
        ...jobs.flood.flatMap(job => jobArguments(flood, job, tricks)),
      ])
      for (const job of jobs.shared) if (taken.includes(job.id)) begin(job)
      return settleAll(counts, [within, used])
    },
    lowestPriority: async () => {
      const [, score] = await redis.zrange(`${flood}:prioritized`, '0', '0', 'WITHSCORES')
      return score === undefined ? undefined : Math.floor(Number(score) / counterSize)
    },
  }
}

const options = JSON.stringify(batchOptions)

function jobArguments(queue: string, { id, priority, data, awaited }: Job, tricks: Tricks, token = '') {
  const opts = priority === 0 ? options : JSON.stringify({ ...batchOptions, priority })
  const score = awaited || !tricks.wakeScores ? wakeScores.atOnce : wakeScores.whenGathered
  return [`${queue}:${id}`, id, priority, opts, JSON.stringify(data), score, token]
}
