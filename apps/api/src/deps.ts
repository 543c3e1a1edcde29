import type { Db, Settings } from '@posthorn/db'
import type { Replays } from '@posthorn/queue'
import type { Log } from '@posthorn/server'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { IsPassword } from './passwords.js'

/** All that the API can do to the world. */
export type ApiDeps = {
  db: Db
  replays: Replays
  log: Log
  settings: () => Settings
  nowMs: () => number
  isPassword: IsPassword
  /** Every cookie is Secure, however the request came. */
  baseUrlIsHttps: boolean
  /** Where senders reach this server; each request's own host when absent. */
  baseUrl: string | undefined
  /** What `confirm` a new hook gets. */
  hookConfirm: boolean
}

/** A Fastify whose routes have zod schemas. */
export type ApiServer = Parameters<FastifyPluginAsyncZod>[0]
