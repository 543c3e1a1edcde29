import type { Db, Settings } from '@posthorn/db'
import type { LimitedCallerCounter, Limiter, RefusedHistory, Replays } from '@posthorn/queue'
import type { BodyBudget, Log } from '@posthorn/server'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Searches } from './http/searches.js'
import type { Live } from './live/live.js'
import type { VerifyPassword } from './passwords/passwords.js'
import type { Pipeline } from './pipeline/pipeline.js'
import type { Sending } from './sending/sending.js'
import type { Texts } from './texts/texts.js'

/** All that the API can do to the world. */
export type ApiDeps = {
  db: Db
  searches: Searches
  texts: Texts
  replays: Replays
  sending: Sending
  /** Bytes of a payload, as its senders are held to. */
  maxPayloadBytes: number
  /** The calls of a hook that were refused, of so many days; undefined where Redis does not answer. */
  refusedCalls: (hookId: string, days: number) => Promise<RefusedHistory | undefined>
  /** Told of each call that is answered 429. */
  countLimited: LimitedCallerCounter['count']
  pipeline: Pipeline
  live: Live
  log: Log
  settings: () => Settings
  /** Settings that this process was started with: they count where none is stored. */
  firstSettings: Partial<Settings>
  /** Makes a change of the settings count here at once. */
  lookAtSettings: () => Promise<void>
  nowMs: () => number
  verifyPassword: VerifyPassword
  /** Calls of a user, or of an address without one. */
  callLimit: Limiter
  /** Wishes of a user for another e-mail address, where it must not show whether another account has it. */
  emailLimit: Limiter
  /** What bodies may hold that are not here whole. */
  bodyBudget: BodyBudget
  /** Every cookie is Secure, however the request came. */
  baseUrlIsHttps: boolean
  /** Where senders reach this server; each request's own host when absent. */
  baseUrl: string | undefined
}

/** A Fastify whose routes have zod schemas. */
export type ApiServer = Parameters<FastifyPluginAsyncZod>[0]
