import { defaultSettings, type Rate, type Render, rateText, timeOf } from '@posthorn/core'
import { type Db, watchSettings } from '@posthorn/db'
import {
  type ConsumerOptions,
  consume,
  type Delivery,
  type FigureCounter,
  liveNews,
  type MaintenanceOptions,
  mayWait,
  outcomesFor,
  publish,
  type Redis,
  redisLost,
  runMaintenance,
  type Work,
} from '@posthorn/queue'
import { type Log, loggedIds, type Metrics, type Tracing } from '@posthorn/server'
import { announcer, postIdsOf } from './announce.js'
import { type CountBatch, countBatches } from './counts.js'
import { maintenance } from './maintenance/maintenance.js'
import { isPayloadFault } from './payload-fault.js'
import { type PostDeps, type Posted, postBatch, rejectUnprocessable } from './post-batch.js'
import { type DeliveryLog, idsOf, openDeliveryLog } from './reports/log-deliveries.js'
import { type Outage, openOutage } from './reports/outage.js'
import { openSetAside, type SetAside } from './reports/set-aside.js'
import { traceBatch } from './reports/trace-deliveries.js'
import { retryTransient } from './retry-transient.js'

export type WorkerOptions = Omit<ConsumerOptions, 'warn'> &
  Omit<MaintenanceOptions, 'settings' | 'warn'> & {
    db: Db
    /** A connection that waits for Redis while it is away. */
    redis: Redis
    log: Log
    render?: Render
    /** The console's URL, for links in messages. */
    baseUrl?: string | undefined
    /** Whole days that deliveries are stored. Applies until the setting is stored. */
    deliveryDays?: number
    /** Rate of each hook, which replays count against. Applies until the setting is stored. */
    hookRate?: Rate
    nowMs?: () => number
    /** Sends a span of each delivery, if present. */
    tracing?: Tracing | undefined
    /** Receives the process's metrics, if present. */
    metrics?: Metrics
    /** Receives the figures of each minute, if present. */
    figures?: FigureCounter | undefined
  }

export type RunningWorker = {
  /** Returns the number of batches in the failed set, which is 0 by construction. */
  failed: () => Promise<number>
  /** Describes the deliveries that wait after errors that may not be their fault. Returns undefined if there are none. */
  setAside: () => string | undefined
  /** Describes for `/readyz` why deliveries wait for Postgres, or returns undefined if none does. */
  outage: () => string | undefined
  /** Stops consuming, and finishes the open batches or hands them back. */
  close: () => Promise<void>
}

/** Consumes and posts batches, and runs maintenance, until it is closed. */
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
  tracing,
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
  const [aside, outage] = [openSetAside(log), openOutage(log)]
  const work = working(deps, { log, count, signal: stopping.signal, aside, outage, tracing })
  const warn = log.warn.bind(log)
  const consumer = await consume(redis, work, { ...options, warn })
  const help = 'Posts that were deleted because of their age.'
  const countDeleted = metrics?.counter('posthorn_posts_deleted_total', help) ?? (() => {})
  const tasks = maintenance({ db, redis, log, nowMs, settings, countDeleted, ...options })
  const maintaining = await runMaintenance(redis, tasks, { ...options, settings, warn })
  return {
    failed: consumer.failed,
    setAside: aside.trouble,
    outage: outage.trouble,
    close: async () => {
      stopping.abort()
      // without Redis, BullMQ would wait for it, although another worker can redo the open batches
      await Promise.race([Promise.all([consumer.close(), maintaining.close()]), redisLost(redis)])
      await following.close()
    },
  }
}

/** Returns the functions that announce outcomes and posts on the bus. */
function announcements(
  db: Db,
  redis: Redis,
  prefix: string | undefined,
): Pick<PostDeps, 'announce' | 'publishPosts' | 'publishChanges' | 'mayWait'> {
  const notifyIngress = announcer(db, (ingressId, settled) =>
    publish(redis, outcomesFor(ingressId), settled, prefix),
  )
  const publishPosts = (posts: string[]) => {
    if (posts.length > 0) publish(redis, liveNews, { posts }, prefix)
  }
  return {
    announce: async (deliveries, rows, written) => {
      await notifyIngress(deliveries, rows, written) // first, because a sender waits
      publishPosts(postIdsOf(rows))
    },
    publishPosts,
    publishChanges: changed => publish(redis, liveNews, { edited: changed }, prefix),
    mayWait: deliveries => mayWait(redis, deliveries, prefix),
  }
}

type Reporting = {
  log: Log
  count: CountBatch
  signal: AbortSignal
  aside: SetAside
  outage: Outage
  tracing?: Tracing | undefined
}

/**
 * Returns the work of a worker. It waits until infrastructure failures pass or `signal` aborts, throws errors that are the
 * payload's fault, and sets deliveries aside after all other errors.
 */
function working(deps: PostDeps, { log, count, tracing, ...reporting }: Reporting): Work {
  const lines = openDeliveryLog(log)
  const settle = settling({ ...reporting, lines })

  const post: Work['post'] = async (deliveries, tries, lane, pause) => {
    let postponed: Delivery[] = []
    const end = await settle(deliveries, async () => {
      const began = performance.now()
      const posted = await traceBatch(tracing, deliveries, () =>
        postBatch(deps, deliveries, tries, { lane, pause }),
      )
      postponed = posted.postponed
      const done = { atMs: Date.now(), tookMs: performance.now() - began }
      count({ rows: posted.recorded, ...done })
      logBatch(log, deliveries, tries, posted, done)
      lines?.recorded(deliveries, posted.recorded)
    })
    return end === 'recorded' && postponed.length > 0 ? { postponed } : end
  }

  const giveUp = (delivery: Delivery, tries: number) =>
    settle([delivery], async () => {
      const began = performance.now()
      const rows = await rejectUnprocessable(deps, delivery, tries)
      count({ rows, atMs: Date.now(), tookMs: performance.now() - began })
      log.error({ ...loggedIds(delivery), tries }, 'delivery rejected as unprocessable')
    })

  const threw = (error: Error, deliveries: Delivery[]) =>
    log.warn(
      { err: error, deliveries: idsOf(deliveries) },
      'a batch failed: its deliveries will be tried one by one',
    )
  return { post, giveUp, threw }
}

/** Returns what runs work on deliveries until it has an end, and reports what they wait for. */
function settling({
  signal,
  aside,
  outage,
  lines,
}: Pick<Reporting, 'signal' | 'aside' | 'outage'> & { lines: DeliveryLog | undefined }) {
  return async (deliveries: Delivery[], work: () => Promise<void>) => {
    let waits = lines?.waits
    const met = (error: unknown) => {
      outage.met(error, deliveries)
      waits?.(deliveries)
      waits = undefined // once, however often it is tried
    }
    try {
      const end = await retryTransient(work, signal, met)
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
}

type Done = { atMs: number; tookMs: number }

/** Logs one line per batch, with all facts. The first delivery is the oldest. */
function logBatch(
  log: Log,
  deliveries: Delivery[],
  tries: number,
  { recorded, postponed, ...posted }: Posted,
  { atMs, tookMs }: Done,
): void {
  const [first] = deliveries
  const oldest = first && {
    delivery: first.id,
    request_id: first.requestId,
    accept_to_posted_ms: atMs - timeOf(first.id),
  }
  const waiting = postponed.length > 0 && { postponed: postponed.length }
  const facts = {
    ...posted,
    ...waiting,
    recorded: recorded.length,
    tries,
    ...oldest,
    duration_ms: Math.round(tookMs),
  }
  log.info(facts, 'batch recorded')
}
