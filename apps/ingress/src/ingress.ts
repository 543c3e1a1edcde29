import { rateText } from '@posthorn/core'
import { type Db, findHooksByKey, followChanges } from '@posthorn/db'
import { defaultPrefix, openChangingLimiter, openLimiter, openProducer, type Redis } from '@posthorn/queue'
import { makeIds, type Rate } from '@posthorn/server'
import type { FastifyInstance } from 'fastify'
import { hookCache } from './hook-cache.js'
import { hookRoutes } from './routes/hooks.js'

export type IngressOptions = {
  db: Db
  /** A connection that fails fast, ready. */
  redis: Redis
  bodyLimitBytes: number
  /** Counts until the setting HookRate is stored. */
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
  const producer = await openProducer(redis, prefix)
  const following = await followChanges(db, () => hooks.forget(), { HookRate: rateText(hookRate) })
  const hooks = hookCache(
    digests => findHooksByKey(db, digests),
    () => following.ageMs() < trustMs,
  )
  const deps = {
    hooksEnabled: () => following.settings().EnableIncomingWebhooks,
    hooks,
    hookLimit: openChangingLimiter(redis, 'hook', () => following.settings().HookRate, prefix),
    addressLimit: openLimiter(redis, 'unknown-key', unknownKeys, prefix),
    keep: producer.keep,
    newDeliveryId: makeIds(),
  }
  return {
    routes: app => hookRoutes(app, deps, bodyLimitBytes),
    close: async () => {
      await following.close()
      await producer.close()
    },
  }
}
