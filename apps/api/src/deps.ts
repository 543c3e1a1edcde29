import type { Db, Settings } from '@posthorn/db'
import type { Log } from '@posthorn/server'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { IsPassword } from './passwords.js'

/** All that the API can do to the world. */
export type ApiDeps = {
  db: Db
  log: Log
  settings: () => Settings
  nowMs: () => number
  isPassword: IsPassword
  /** Every cookie is Secure, however the request came. */
  baseUrlIsHttps: boolean
  /** Where senders reach this server; each request's own host when absent. */
  baseUrl: string | undefined
  /** Whether new hooks hold their answer until the outcome is known. */
  hookConfirm: boolean
}

/** A Fastify whose routes have zod schemas. */
export type ApiServer = Parameters<FastifyPluginAsyncZod>[0]
