import type { Render } from '@posthorn/core'
import { type Db, followChanges } from '@posthorn/db'
import {
  announce,
  type ChoreOptions,
  type ConsumerOptions,
  consume,
  type Delivery,
  doChores,
  outcomesFor,
  type Redis,
} from '@posthorn/queue'
import type { Log } from '@posthorn/server'
import { announcer } from './announce.js'
import { chores } from './chores.js'
import { type PostDeps, type Posted, postBatch, rejectUnprocessable } from './post-batch.js'
import { untilItPasses } from './until-it-passes.js'

export type WorkerOptions = ConsumerOptions &
  ChoreOptions & {
    db: Db
    /** A connection that waits for Redis. */
    redis: Redis
    log: Log
    render?: Render
    /** Where people find the console, for links in what they are told. */
    baseUrl?: string | undefined
    /** Whole days that deliveries are kept. */
    deliveryDays?: number
    nowMs?: () => number
  }

export type RunningWorker = {
  /** Batches in the failed set: none by construction. */
  failed: () => Promise<number>
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
  deliveryDays = 7,
  nowMs = Date.now,
  ...options
}: WorkerOptions): Promise<RunningWorker> {
  const stopping = new AbortController()
  const following = await followChanges(db, () => {})
  const deps: PostDeps = {
    db,
    settings: following.settings,
    nowMs,
    announce: announcer(db, (ingressId, settled) =>
      announce(redis, outcomesFor(ingressId), settled, options.prefix),
    ),
    baseUrl,
    ...(render && { render }),
  }

  const post = (deliveries: Delivery[], tries: number) =>
    untilItPasses(
      async () => {
        const began = performance.now()
        tell(log, deliveries, tries, await postBatch(deps, deliveries, tries), performance.now() - began)
      },
      stopping.signal,
      log,
    )

  const giveUp = (delivery: Delivery, tries: number) =>
    untilItPasses(
      async () => {
        await rejectUnprocessable(deps, delivery, tries)
        log.error(
          { delivery: delivery.id, request_id: delivery.requestId, tries },
          'delivery rejected as unprocessable',
        )
      },
      stopping.signal,
      log,
    )

  const threw = (error: Error) =>
    log.warn({ err: error }, 'a batch threw: its deliveries are tried one by one')

  const consumer = await consume(redis, { post, giveUp, threw }, options)
  const doing = await doChores(redis, chores({ db, log, nowMs, deliveryDays }), options)
  return {
    failed: consumer.failed,
    close: async () => {
      stopping.abort()
      await Promise.all([consumer.close(), doing.close()])
      await following.close()
    },
  }
}

/** One line a batch, with everything (style 17). */
function tell(log: Log, deliveries: Delivery[], tries: number, posted: Posted, durationMs: number): void {
  const [first] = deliveries
  const oldest = { delivery: first?.id, request_id: first?.requestId }
  log.info({ ...posted, tries, ...oldest, duration_ms: Math.round(durationMs) }, 'batch recorded')
}
