import { type Db, findHooksByKey, findOutcomes, followChanges } from '@posthorn/db'
import {
  defaultPrefix,
  listen,
  openIdempotency,
  openLimiter,
  openProducer,
  outcomesFor,
  type Redis,
} from '@posthorn/queue'
import { makeIds, newId, type Rate } from '@posthorn/server'
import type { FastifyInstance } from 'fastify'
import { hookCache } from './hook-cache.js'
import { hookRoutes } from './routes/hooks.js'
import { openVerdicts } from './verdicts.js'

export type IngressOptions = {
  db: Db
  /** A connection that fails fast, ready. */
  redis: Redis
  bodyLimitBytes: number
  hookRate: Rate
  prefix?: string
}

export type Ingress = {
  routes: (app: FastifyInstance) => void
  /** Lets what was taken be written. */
  close: () => Promise<void>
}

/** How long cached hooks are used after Postgres was last heard of. */
const trustMs = 10 * 60_000

/** Unknown keys that one address may try: enough for a typo in a busy sender, too few to guess. */
const unknownKeys = { points: 60, seconds: 60 }

/** The ingress without its server, so that `npm start` can run it beside the API on one port. */
export async function openIngress(options: IngressOptions): Promise<Ingress> {
  const { db, redis, bodyLimitBytes, hookRate, prefix = defaultPrefix } = options
  const ingressId = newId()
  const producer = await openProducer(redis, prefix)
  const verdicts = openVerdicts(ids => findOutcomes(db, ids))
  const outcomes = await listen(redis, outcomesFor(ingressId), verdicts.hear, prefix)
  const following = await followChanges(db, () => hooks.forget())
  const hooks = hookCache(
    digests => findHooksByKey(db, digests),
    () => following.ageMs() < trustMs,
  )
  const deps = {
    hooksEnabled: () => following.settings().EnableIncomingWebhooks,
    hooks,
    hookLimit: hookRate === 'off' ? undefined : openLimiter(redis, 'hook', hookRate, prefix),
    addressLimit: openLimiter(redis, 'unknown-key', unknownKeys, prefix),
    firstOf: openIdempotency(redis, prefix),
    keep: producer.keep,
    verdicts,
    ingressId,
    oldestWaitingMs: verdicts.oldestMs,
    newDeliveryId: makeIds(),
  }
  return {
    routes: app => hookRoutes(app, deps, bodyLimitBytes),
    close: async () => {
      await following.close()
      await outcomes.close()
      await producer.close()
    },
  }
}
