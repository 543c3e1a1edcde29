import type { Db, Settings } from '@posthorn/db'
import type {
  Changed,
  Erasures,
  LimitedCallerCounter,
  Limiter,
  RefusedHistory,
  RefusedSamples,
  Replays,
  UploadTickets,
} from '@posthorn/queue'
import type { BodyBudget, Log, SecretBox, Strangers } from '@posthorn/server'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Files } from './files/files.js'
import type { Searches } from './http/searches.js'
import type { Live } from './live/live.js'
import type { MailSender } from './mail/mail-sender.js'
import type { VerifyPassword } from './passwords/passwords.js'
import type { Pipeline } from './pipeline/pipeline.js'
import type { Exports } from './privacy/exports.js'
import type { PushSender } from './push/push-sender.js'
import type { Sending } from './sending/sending.js'
import type { Slack } from './slack/open.js'
import type { Texts } from './texts/texts.js'

/** Everything that the API can do to the outside world. */
export type ApiDeps = {
  db: Db
  searches: Searches
  texts: Texts
  replays: Replays
  sending: Sending
  slack: Slack
  erasures: Erasures
  exports: Exports
  /** Undefined if this server stores no files. */
  files: Files | undefined
  /** Permissions to upload files, which Slack's methods and the ingress issue. */
  uploads: UploadTickets
  /** The same payload limit in bytes as for senders. */
  maxPayloadBytes: number
  /** A hook's rejected calls of the given number of days; undefined if Redis is not responding. */
  refusedCalls: (hookId: string, days: number) => Promise<RefusedHistory | undefined>
  /** The JSON of hooks' refused calls. */
  refusedSamples: RefusedSamples
  /** Called for each call that gets a 429. */
  countLimited: LimitedCallerCounter['count']
  pipeline: Pipeline
  live: Live
  log: Log
  settings: () => Settings
  /** Settings that this process was started with; they apply unless others are stored. */
  firstSettings: Partial<Settings>
  /** Tells the ingresses that hooks or settings changed. */
  announceChange: (changed: Changed) => Promise<void>
  /** Applies changed settings in this process at once. */
  lookAtSettings: () => Promise<void>
  nowMs: () => number
  verifyPassword: VerifyPassword
  push: PushSender
  mail: MailSender
  /** Encrypts the secrets of hooks. */
  secretBox: SecretBox
  /** Counts the calls of a user. */
  callLimit: Limiter
  /** Counts the calls of addresses without a session. */
  strangers: Strangers
  /** Counts the unknown tokens of an address in Slack's API, together with unknown keys of hooks. */
  unknownKeys: Pick<Strangers, 'count'>
  /** Counts a user's requests for another e-mail address, so that they cannot probe which addresses are taken. */
  emailLimit: Limiter
  /** Of erasures by the owners of webhooks. */
  eraseLimit: Limiter
  /** Counts the replays of many deliveries that an owner begins. */
  replayLimit: Limiter
  /** Counts the offers of hooks from one owner to one user. */
  offerLimit: Limiter
  /** Bounds the bytes of incomplete bodies. */
  bodyBudget: BodyBudget
  /** Every cookie is Secure, whatever the request's protocol. */
  baseUrlIsHttps: boolean
  /** The address at which senders reach this server; each request's own host by default. */
  baseUrl: string | undefined
}

/** A Fastify whose routes have zod schemas. */
export type ApiServer = Parameters<FastifyPluginAsyncZod>[0]
