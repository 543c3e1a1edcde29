import type { Render } from '@posthorn/core'
import { type Db, followChanges } from '@posthorn/db'
import {
  announce,
  type ConsumerOptions,
  consume,
  type Delivery,
  outcomesFor,
  type Redis,
} from '@posthorn/queue'
import type { Log } from '@posthorn/server'
import { announcer } from './announce.js'
import { type PostDeps, type Posted, postBatch, rejectUnprocessable } from './post-batch.js'
import { untilItPasses } from './until-it-passes.js'

export type WorkerOptions = ConsumerOptions & {
  db: Db
  /** A connection that waits for Redis. */
  redis: Redis
  log: Log
  render?: Render
}

export type RunningWorker = {
  /** Batches in the failed set: none by construction. */
  failed: () => Promise<number>
  /** Stop taking, finish or hand back what was taken. */
  close: () => Promise<void>
}

/** Takes batches and posts them, until it is closed. */
export async function openWorker({
  db,
  redis,
  log,
  render,
  ...options
}: WorkerOptions): Promise<RunningWorker> {
  const stopping = new AbortController()
  const following = await followChanges(db, () => {})
  const deps: PostDeps = {
    db,
    settings: following.settings,
    nowMs: Date.now,
    announce: announcer(db, (ingressId, settled) =>
      announce(redis, outcomesFor(ingressId), settled, options.prefix),
    ),
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
  return {
    failed: consumer.failed,
    close: async () => {
      stopping.abort()
      await consumer.close()
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
