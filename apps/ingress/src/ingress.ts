import { rateText } from '@posthorn/core'
import { type Db, findDeadKey, findHooksByKey, findOutcomes, watchSettings } from '@posthorn/db'
import {
  type Backlog,
  defaultPrefix,
  type FigureCounter,
  openEntry,
  openIdempotency,
  openLimitedCallers,
  openLimiter,
  openOutcomeWaiters,
  openRefusedCalls,
  outcomesFor,
  type Redis,
  subscribe,
} from '@posthorn/queue'
import { type BodyLimits, type Log, type Metrics, makeIds, newId, type Rate } from '@posthorn/server'
import type { FastifyInstance } from 'fastify'
import { registerBacklogMetrics, registerIngressMetrics } from './counts.js'
import { hookCache } from './hook-cache.js'
import { openLargeBodies } from './large-bodies/large-bodies.js'
import { hookRoutes } from './routes/hooks.js'

export type IngressOptions = {
  db: Db
  /** A connection that fails fast, ready. */
  redis: Redis
  bodyLimitBytes: number
  /** What unfinished bodies may hold, and how slowly they may come; the usual limits when absent. */
  bodies?: BodyLimits
  /** Counts until the setting HookRate is stored. */
  hookRate: Rate
  /** How many posts may wait to be written, and how many KiB of payloads, before no more are taken in. */
  backlogLimit: number
  prefix?: string
  /** Where it is counted what happens; nowhere when absent. */
  metrics?: Metrics
  /** The same for the figures of each minute. */
  figures?: FigureCounter | undefined
  /** Told of a clock that was set back; nobody is when absent. */
  log?: Log
}

export type Ingress = {
  routes: (app: FastifyInstance) => void
  /** What waits to be posted. */
  backlog: Backlog
  /** Lets what was taken be written. */
  close: () => Promise<void>
}

/** How long cached hooks are used after Postgres was last heard of. */
const trustMs = 10 * 60_000

/** Unknown keys that one address may try: enough for a typo in a busy sender, too few to guess. */
const unknownKeys = { points: 60, seconds: 60 }

/** The ingress without its server, so that `npm start` can run it beside the API on one port. */
export async function openIngress(options: IngressOptions): Promise<Ingress> {
  const { db, redis, bodyLimitBytes, hookRate, backlogLimit, figures, prefix = defaultPrefix } = options
  const counts = options.metrics && registerIngressMetrics(options.metrics)
  const ingressId = newId()
  const waiters = openOutcomeWaiters(ids => findOutcomes(db, ids))
  const outcomes = subscribe(redis, outcomesFor(ingressId), waiters.onOutcomes, prefix)
  await outcomes.ready
  const following = await watchSettings(db, () => hooks.forget(), { HookRate: rateText(hookRate) })
  const { settings } = following
  const told = { looked: figures?.waiting, stored: counts?.stored }
  const entry = await openEntry(redis, { settings, backlogLimit, prefix, ...told })
  const { backlog } = entry
  if (!backlog.measuresMemory()) options.log?.warn({ redis_memory: backlog.memoryWarning() }, 'limit unknown')
  if (options.metrics) registerBacklogMetrics(options.metrics, backlog)
  const hooks = hookCache(
    digests => findHooksByKey(db, digests),
    () => following.ageMs() < trustMs,
  )
  const largeBodies = openLargeBodies()
  const refusedCalls = openRefusedCalls(redis, prefix)
  const limitedCallers = openLimitedCallers(redis, prefix)
  const deps = {
    hooksEnabled: () => settings().EnableIncomingWebhooks,
    hooks,
    findDeadKey: (key: string) => findDeadKey(db, key),
    entry,
    largeBodies,
    maxPosts: () => settings().MaxPostsPerDelivery,
    addressLimit: openLimiter(redis, 'unknown-key', unknownKeys, prefix),
    lookupIdempotencyKey: openIdempotency(redis, prefix),
    waiters,
    ingressId,
    oldestWaitingMs: backlog.oldestWaitingMs,
    newDeliveryId: makeIds({ wentBack: by_ms => options.log?.warn({ by_ms }, 'the clock was set back') }),
    refused: counts?.refused,
    figures,
    countRefused: refusedCalls.count,
    countLimited: limitedCallers.count,
  }
  return {
    routes: app => hookRoutes(app, deps, { limitBytes: bodyLimitBytes, bodies: options.bodies }),
    backlog,
    close: async () => {
      await following.close()
      outcomes.close()
      await entry.close()
      await Promise.all([refusedCalls.close(), limitedCallers.close(), largeBodies.close()])
    },
  }
}
