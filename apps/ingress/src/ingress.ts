import { rateText, timeOf } from '@posthorn/core'
import {
  type Db,
  findDeadKey,
  findHookPosts,
  findHooksByKey,
  findOutcomes,
  type Settings,
  watchSettings,
} from '@posthorn/db'
import {
  type Backlog,
  type Changed,
  cacheNews,
  defaultPrefix,
  type FigureCounter,
  mayWait,
  openChangingLimiter,
  openEntry,
  openIdempotency,
  openLimitedCallers,
  openLimiter,
  openOutcomeWaiters,
  openRefusedCalls,
  openUploadTickets,
  outcomesFor,
  type Redis,
  subscribe,
  unknownKeyRate,
} from '@posthorn/queue'
import {
  type BodyLimits,
  callLog,
  type HookCallCounts,
  type Log,
  type Metrics,
  makeIds,
  newId,
  openSecretBox,
  openStrangers,
  type Rate,
  registerBacklog,
  registerHookCalls,
  type SecretBox,
  type Strangers,
  type Tracing,
} from '@posthorn/server'
import type { FastifyInstance } from 'fastify'
import type { AcceptDeps } from './call.js'
import { openForms } from './forms/store-form.js'
import { hookCache } from './hook-cache.js'
import { openLargeBodies } from './large-bodies/large-bodies.js'
import { hookRoutes } from './routes/hooks.js'

export type IngressOptions = {
  db: Db
  /** A ready connection that fails fast. */
  redis: Redis
  bodyLimitBytes: number
  /** Limits on the memory and speed of unfinished bodies. The default limits apply if absent. */
  bodies?: BodyLimits
  /** These apply until settings of the same name are stored. */
  hookRate: Rate
  apiRate?: Rate | undefined
  /** Posts, and KiB of payloads, that may wait to be written before deliveries are rejected. */
  backlogLimit: number
  /** REDIS_REPLICAS: how many replicas of Redis must have a delivery before its sender gets `ok`; 0 if absent. */
  replicas?: number | undefined
  prefix?: string
  /** Receives the process's metrics, if present. */
  metrics?: Metrics
  /** Receives the figures of each minute, if present. */
  figures?: FigureCounter | undefined
  /** Decrypts the secrets of hooks. Without one, signed calls get 503. */
  secretBox?: SecretBox | undefined
  /** The server's public address, without a trailing slash. Each request's own host by default. */
  baseUrl?: string | undefined
  /** The address of an api process, which stores the files of forms. Without one, they are reported as ignored. */
  apiUrl?: string | undefined
  /** Sends a span of each call, if present. */
  tracing?: Tracing | undefined
  log: Log
}

export type Ingress = {
  routes: (app: FastifyInstance) => void
  /** Limits the calls of unknown callers of this process. */
  strangers: Strangers
  /** Deliveries that wait to be posted. */
  backlog: Backlog
  /** Finishes writing accepted deliveries, and closes. */
  close: () => Promise<void>
}

function firstSettings({ hookRate, apiRate }: IngressOptions): Partial<Settings> {
  return { HookRate: rateText(hookRate), ...(apiRate && { ApiRate: rateText(apiRate) }) }
}

/** How long cached hooks are used after the last response of Postgres. */
const trustMs = 10 * 60_000

type Lookups = Pick<AcceptDeps, 'findDeadKey' | 'findPosts' | 'mayWait' | 'forms'>
type Opening = IngressOptions & { prefix: string }

function lookups({ db, redis, apiUrl, prefix }: Opening): Lookups {
  return {
    forms: apiUrl === undefined ? undefined : openForms(apiUrl, openUploadTickets(redis, prefix)),
    findDeadKey: key => findDeadKey(db, key),
    findPosts: (hookId, target) => findHookPosts(db, hookId, target),
    mayWait: async id => {
      const waits = mayWait(redis, [{ id, beforeMs: timeOf(id) + storedWithinMs }], prefix)
      return (await waits.catch(() => [true]))[0] === true
    },
  }
}

/** A delivery's batch is stored at most this long after its id was made. */
const storedWithinMs = 3000

/** Opens what reports calls: metrics, figures, logs, and counts for owners and administrators. */
function openCounts({ redis, prefix, log, figures, metrics }: Opening) {
  const refusedCalls = openRefusedCalls(redis, prefix)
  const limitedCallers = openLimitedCallers(redis, prefix)
  const shown = metrics && registerHookCalls(metrics)
  return {
    counts: {
      refused: shown?.refused,
      figures,
      countRefused: refusedCalls.count,
      countLimited: limitedCallers.count,
      logCall: callLog(log),
    },
    stored: shown?.stored,
    close: () => Promise.all([refusedCalls.close(), limitedCallers.close()]),
  }
}

/** Opens the limits by address: of unknown keys, and of all calls of unknown callers. */
function openLimits(
  { redis, prefix }: Opening,
  settings: () => Settings,
  { countLimited }: Pick<HookCallCounts, 'countLimited'>,
) {
  const callLimit = openChangingLimiter(redis, 'api', () => settings().ApiRate, prefix)
  return {
    unknownKeys: openStrangers(openLimiter(redis, 'unknown-key', unknownKeyRate, prefix), countLimited),
    strangers: openStrangers(callLimit, countLimited),
  }
}

/** Opens the waits of this process's calls, and the subscription to the outcomes that end them. */
function openWaits({ db, redis, prefix }: Opening) {
  const ingressId = newId()
  const waiters = openOutcomeWaiters(ids => findOutcomes(db, ids))
  const outcomes = subscribe(redis, outcomesFor(ingressId), waiters.onOutcomes, prefix)
  return { ingressId, waiters, outcomes }
}

/** Caches hooks and settings, and drops those of which an api announces a change. The next poll finds all other changes. */
async function openCaches(opening: Opening) {
  const following = await watchSettings(opening.db, () => hooks.forget(), firstSettings(opening))
  const isTrusted = () => following.ageMs() < trustMs
  const hooks = hookCache(digests => findHooksByKey(opening.db, digests), isTrusted)
  const drop = (changed: Changed) =>
    changed === 'settings' ? void following.look().catch(() => {}) : hooks.forget(changed.hook)
  return { hooks, following, news: subscribe(opening.redis, cacheNews, drop, opening.prefix) }
}

function reportBacklog(backlog: Backlog, { log, metrics }: IngressOptions): void {
  if (!backlog.measuresMemory()) log.warn({ redis_memory: backlog.memoryWarning() }, 'limit unknown')
  if (metrics) registerBacklog(metrics, backlog.reading)
}

/** Opens the ingress without a server, so that `npm start` can run it with the API on one port. */
export async function openIngress(options: IngressOptions): Promise<Ingress> {
  const { redis, bodyLimitBytes, backlogLimit, figures, prefix = defaultPrefix } = options
  const opening = { ...options, prefix }
  const { counts, stored, ...counting } = openCounts(opening)
  const { outcomes, ...waits } = openWaits(opening)
  const { hooks, following, news } = await openCaches(opening)
  const { settings } = following
  const warn = options.log.warn.bind(options.log)
  const on = { looked: figures?.waiting, stored }
  const entry = await openEntry(redis, { settings, backlogLimit, replicas: options.replicas, prefix, ...on })
  const { backlog } = entry
  reportBacklog(backlog, options)
  const largeBodies = openLargeBodies()
  const limits = openLimits(opening, settings, counts)
  const deps = {
    hooksEnabled: () => settings().EnableIncomingWebhooks,
    hooks,
    secretBox: options.secretBox ?? openSecretBox(),
    entry,
    largeBodies,
    maxPosts: () => settings().MaxPostsPerDelivery,
    ...limits,
    lookupIdempotencyKey: openIdempotency(redis, prefix, { replicas: options.replicas ?? 0 }),
    ...waits,
    oldestWaitingMs: backlog.oldestWaitingMs,
    newDeliveryId: makeIds({ wentBack: by_ms => warn({ by_ms }, 'the clock was set back') }),
    ...lookups(opening),
    tracing: options.tracing,
    counts,
  }
  await Promise.all([outcomes.ready, news.ready])
  return {
    routes: app => {
      const { baseUrl, bodies } = options
      hookRoutes(app, deps, { limitBytes: bodyLimitBytes, bodies, baseUrl })
    },
    strangers: limits.strangers,
    backlog,
    close: async () => {
      await following.close()
      outcomes.close()
      news.close()
      await entry.close()
      await Promise.all([counting.close(), largeBodies.close()])
    },
  }
}
