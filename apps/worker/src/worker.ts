import { defaultSettings, type Rate, type Render, rateText, timeOf } from '@posthorn/core'
import { type Db, watchSettings } from '@posthorn/db'
import {
  type ConsumerOptions,
  consume,
  type Delivery,
  type FigureCounter,
  liveNews,
  type MaintenanceOptions,
  outcomesFor,
  publish,
  type Redis,
  redisLost,
  runMaintenance,
  type Work,
} from '@posthorn/queue'
import type { Log, Metrics } from '@posthorn/server'
import { announcer, postIdsOf } from './announce.js'
import { type CountBatch, countBatches } from './counts.js'
import { maintenance } from './maintenance.js'
import { openOutage } from './outage.js'
import { isPayloadFault } from './payload-fault.js'
import { type PostDeps, type Posted, postBatch, rejectUnprocessable } from './post-batch.js'
import { retryTransient } from './retry-transient.js'
import { openSetAside, type SetAside } from './set-aside.js'

export type WorkerOptions = ConsumerOptions &
  Omit<MaintenanceOptions, 'settings'> & {
    db: Db
    /** A connection that waits for Redis. */
    redis: Redis
    log: Log
    render?: Render
    /** Where people find the console, for links in what they are told. */
    baseUrl?: string | undefined
    /** Whole days that deliveries are kept, until the setting is stored. */
    deliveryDays?: number
    /** Calls of each hook, until the setting is stored: what is replayed counts against it. */
    hookRate?: Rate
    nowMs?: () => number
    /** Where it is counted what happens; nowhere when absent. */
    metrics?: Metrics
    /** The same for the figures of each minute. */
    figures?: FigureCounter | undefined
  }

export type RunningWorker = {
  /** Batches in the failed set: none by construction. */
  failed: () => Promise<number>
  /** Deliveries that wait after an error that is not known to be their fault, in words; undefined when there are none. */
  setAside: () => string | undefined
  /** Stop taking, finish or hand back what was taken. */
  close: () => Promise<void>
}

/** Takes batches and posts them, and does chores, until it is closed. */
export async function openWorker({
  db,
  redis,
  log,
  render,
  baseUrl,
  deliveryDays = defaultSettings.DeliveryDays,
  hookRate,
  nowMs = Date.now,
  metrics,
  figures,
  ...options
}: WorkerOptions): Promise<RunningWorker> {
  const stopping = new AbortController()
  const count = countBatches(metrics, figures)
  const following = await watchSettings(db, () => {}, {
    DeliveryDays: deliveryDays,
    HookRate: hookRate === undefined ? defaultSettings.HookRate : rateText(hookRate),
  })
  const { settings } = following
  const announcing = announcements(db, redis, options.prefix)
  const deps: PostDeps = { db, settings, nowMs, ...announcing, baseUrl, ...(render && { render }) }
  const aside = openSetAside(log)
  const work = working(deps, { log, count, signal: stopping.signal, aside })
  const consumer = await consume(redis, work, options)
  const chores = maintenance({ db, redis, log, nowMs, settings, ...options })
  const doing = await runMaintenance(redis, chores, { ...options, settings })
  return {
    failed: consumer.failed,
    setAside: aside.trouble,
    close: async () => {
      stopping.abort()
      // BullMQ would wait for a Redis that is away, while another worker can do what was taken once more
      await Promise.race([Promise.all([consumer.close(), doing.close()]), redisLost(redis)])
      await following.close()
    },
  }
}

/** How outcomes and posts are announced on the bus. */
function announcements(
  db: Db,
  redis: Redis,
  prefix: string | undefined,
): Pick<PostDeps, 'announce' | 'publishPosts'> {
  const tellIngress = announcer(db, (ingressId, settled) =>
    publish(redis, outcomesFor(ingressId), settled, prefix),
  )
  const publishPosts = (posts: string[]) => {
    if (posts.length > 0) publish(redis, liveNews, { posts }, prefix)
  }
  return {
    announce: async (deliveries, rows, written) => {
      await tellIngress(deliveries, rows, written) // first: somebody waits
      publishPosts(postIdsOf(rows))
    },
    publishPosts,
  }
}

type Telling = { log: Log; count: CountBatch; signal: AbortSignal; aside: SetAside }

/**
 * What becomes of batches: infrastructure failures are waited for until `signal`, the payload's own faults are thrown, and
 * whatever else is thrown sets deliveries aside.
 */
function working(deps: PostDeps, { log, count, signal, aside }: Telling): Work {
  const outage = openOutage(log)
  const settle = async (deliveries: Delivery[], work: () => Promise<void>) => {
    try {
      const end = await retryTransient(work, signal, log, outage)
      if (end === 'handed_back') return end
      outage.over()
      aside.remove(deliveries)
      return end
    } catch (error) {
      if (isPayloadFault(error)) throw error
      aside.add(deliveries, error)
      return 'set_aside'
    }
  }

  const post: Work['post'] = (deliveries, tries, lane, pause) =>
    settle(deliveries, async () => {
      const began = performance.now()
      const posted = await postBatch(deps, deliveries, tries, { lane, pause })
      const done = { atMs: Date.now(), tookMs: performance.now() - began }
      count({ rows: posted.recorded, ...done })
      tell(log, deliveries, tries, posted, done)
    })

  const giveUp = (delivery: Delivery, tries: number) =>
    settle([delivery], async () => {
      const began = performance.now()
      const rows = await rejectUnprocessable(deps, delivery, tries)
      count({ rows, atMs: Date.now(), tookMs: performance.now() - began })
      log.error(
        { delivery: delivery.id, request_id: delivery.requestId, tries },
        'delivery rejected as unprocessable',
      )
    })

  const threw = (error: Error) =>
    log.warn({ err: error }, 'a batch threw: its deliveries are tried one by one')
  return { post, giveUp, threw }
}

type Done = { atMs: number; tookMs: number }

/** One line a batch, with everything. The first delivery is the oldest. */
function tell(
  log: Log,
  deliveries: Delivery[],
  tries: number,
  { recorded, ...posted }: Posted,
  { atMs, tookMs }: Done,
): void {
  const [first] = deliveries
  const oldest = first && {
    delivery: first.id,
    request_id: first.requestId,
    accept_to_posted_ms: atMs - timeOf(first.id),
  }
  const facts = { ...posted, recorded: recorded.length, tries, ...oldest, duration_ms: Math.round(tookMs) }
  log.info(facts, 'batch recorded')
}
