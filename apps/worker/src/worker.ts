import { type Rate, type Render, rateText } from '@posthorn/core'
import { type Db, defaultSettings, watchSettings } from '@posthorn/db'
import { openPosting } from '@posthorn/posting'
import {
  type ConsumerOptions,
  consume,
  type FigureCounter,
  type MaintenanceOptions,
  type Redis,
  redisLost,
  runMaintenance,
} from '@posthorn/queue'
import type { Log, Metrics, Tracing } from '@posthorn/server'
import { maintenance } from './maintenance/maintenance.js'

export type WorkerOptions = ConsumerOptions &
  Omit<MaintenanceOptions, 'settings'> & {
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
  const following = await watchSettings(db, () => {}, {
    DeliveryDays: deliveryDays,
    HookRate: hookRate === undefined ? defaultSettings.HookRate : rateText(hookRate),
  })
  const { settings } = following
  const { signal } = stopping
  const { prefix } = options
  const reports = { log, metrics, figures, tracing }
  const posting = openPosting({ db, redis, settings, signal, prefix, render, baseUrl, nowMs, ...reports })
  const consumer = await consume(redis, posting, options)
  const help = 'Posts that were deleted because of their age.'
  const countDeleted = metrics?.counter('posthorn_posts_deleted_total', help) ?? (() => {})
  const tasks = maintenance({ db, redis, log, nowMs, settings, countDeleted, ...options })
  const maintaining = await runMaintenance(redis, tasks, { ...options, settings })
  return {
    failed: consumer.failed,
    setAside: posting.setAside,
    outage: posting.outage,
    close: async () => {
      stopping.abort()
      // without Redis, BullMQ would wait for it, although another worker can redo the open batches
      await Promise.race([Promise.all([consumer.close(), maintaining.close()]), redisLost(redis)])
      await following.close()
    },
  }
}
