import { setTimeout as sleep } from 'node:timers/promises'
import { type Render, timeOf } from '@posthorn/core'
import { type Db, faultOf, isTooSlow, type Settings } from '@posthorn/db'
import {
  type Delivery,
  type FigureCounter,
  liveNews,
  mayWait,
  outcomesFor,
  publish,
  type Redis,
  type Work,
} from '@posthorn/queue'
import { type Log, loggedIds, type Metrics, type Tracing } from '@posthorn/server'
import { announcer, postIdsOf } from './announce.js'
import { type CountBatch, countBatches } from './counts.js'
import { isPayloadFault } from './decode.js'
import { type PostDeps, type Posted, postBatch, rejectUnprocessable } from './post-batch.js'
import { type DeliveryLog, idsOf, openDeliveryLog, traceBatch } from './reports/log-deliveries.js'
import { type Outage, openOutage, openSetAside, type SetAside } from './reports/outage.js'

export type PostingOptions = {
  db: Db
  redis: Redis
  log: Log
  settings: () => Settings
  /** While it is not aborted, infrastructure failures are waited for. Afterwards, they hand deliveries back. */
  signal: AbortSignal
  prefix?: string | undefined
  render?: Render | undefined
  /** The console's URL, for links in messages. */
  baseUrl?: string | undefined
  nowMs?: () => number
  /** Sends a span of each delivery, if present. */
  tracing?: Tracing | undefined
  /** Receives the process's metrics, if present. */
  metrics?: Metrics | undefined
  /** Receives the figures of each minute, if present. */
  figures?: FigureCounter | undefined
}

/** What turns deliveries into posts. */
export type Posting = Work & {
  /** Describes the deliveries that wait after errors that may not be their fault. Returns undefined if there are none. */
  setAside: () => string | undefined
  /** Describes for `/readyz` why deliveries wait for Postgres, or returns undefined if none does. */
  outage: () => string | undefined
}

/** Opens the only way from deliveries to posts. It keeps nothing between batches. */
export function openPosting(options: PostingOptions): Posting {
  const { db, log, settings, nowMs = Date.now, baseUrl, render, metrics, figures } = options
  const deps: PostDeps = {
    db,
    settings,
    nowMs,
    ...announcements(options),
    baseUrl,
    ...(render && { render }),
  }
  const [aside, outage] = [openSetAside(log), openOutage(log)]
  const count = countBatches(metrics, figures)
  return {
    ...working(deps, { ...options, count, aside, outage }),
    setAside: aside.trouble,
    outage: outage.trouble,
  }
}

/** Returns the functions that announce outcomes and posts on the bus. */
function announcements({
  db,
  redis,
  prefix,
}: PostingOptions): Pick<PostDeps, 'announce' | 'publishPosts' | 'publishChanges' | 'mayWait'> {
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

type Reporting = Pick<PostingOptions, 'log' | 'signal' | 'tracing'> & {
  count: CountBatch
  aside: SetAside
  outage: Outage
}

/**
 * Returns the work on batches. It waits until infrastructure failures pass or `signal` aborts, throws errors that are the
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
}: Omit<Reporting, 'log' | 'count' | 'tracing'> & { lines: DeliveryLog | undefined }) {
  return async (deliveries: Delivery[], work: () => Promise<void>) => {
    let waits = lines?.waits
    const met = (error: unknown) => {
      outage.met(error, deliveries)
      waits?.(deliveries)
      waits = undefined // once, however often it is tried
    }
    try {
      const end = await retryTransient(work, { stopping: signal, met })
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

const everyMs = 1000
/** How long a batch may still take once the process stops. An unresponsive Postgres would take longer. */
const defaultLastTryMs = 10_000

/** A batch may be too large for `statement_timeout`, so after this many tries its deliveries are tried one by one. */
const maxSlowTries = 3

type RetryOptions = {
  /** Aborted when the process stops. If it is from the beginning, `work` runs once. */
  stopping: AbortSignal
  /** Called with each infrastructure failure. */
  met?: ((error: unknown) => void) | undefined
  /** How long `work` may still take after `stopping` was aborted. */
  lastTryMs?: number | undefined
}

/**
 * Retries `work` once a second for as long as Postgres, the network or its settings make it fail, or until the process stops
 * and the batch must be handed back. It is harmless if a handed-back batch is written
 * nevertheless: the next worker finds everything in place.
 * @throws errors that do not pass by themselves, and the third timeout
 */
export async function retryTransient(
  work: () => Promise<void>,
  { stopping, met = () => {}, lastTryMs = defaultLastTryMs }: RetryOptions,
): Promise<'recorded' | 'handed_back'> {
  const deadline = afterStop(stopping, lastTryMs)
  try {
    return await Promise.race([tryOn(work, stopping, met), deadline.passed])
  } finally {
    deadline.clear()
  }
}

async function tryOn(
  work: () => Promise<void>,
  stopping: AbortSignal,
  met: (error: unknown) => void,
): Promise<'recorded' | 'handed_back'> {
  for (let slow = 0; ; ) {
    try {
      await work()
      return 'recorded'
    } catch (error) {
      if (isTooSlow(error)) slow++
      if (faultOf(error) !== 'outage' || slow >= maxSlowTries) throw error
      met(error)
    }
    if (stopping.aborted) return 'handed_back'
    await sleep(everyMs, undefined, { signal: stopping }).catch(() => {}) // aborted by the stop, and the last try decides
  }
}

/** Returns a promise that resolves `ms` after the process began to stop. */
function afterStop(stopping: AbortSignal, ms: number) {
  let timer: NodeJS.Timeout | undefined
  let begin = () => {}
  const passed = new Promise<'handed_back'>(resolve => {
    begin = () => {
      timer = setTimeout(resolve, ms, 'handed_back')
    }
  })
  if (stopping.aborted) begin()
  else stopping.addEventListener('abort', begin, { once: true })
  const clear = () => {
    stopping.removeEventListener('abort', begin)
    clearTimeout(timer)
  }
  return { passed, clear }
}
