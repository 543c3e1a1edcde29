import { maxErasuresPerHour, maxOffersPerDay, maxReplaysPerHour } from '@posthorn/contract'
import { type Rate, rateText } from '@posthorn/core'
import { type Db, resealHookSecrets, type Settings, watchSettings } from '@posthorn/db'
import {
  announceChange,
  type Changed,
  defaultPrefix,
  type FigureCounter,
  openChangingLimiter,
  openErasures,
  openLimitedCallers,
  openLimiter,
  openLoginAttempts,
  openRefusedSamples,
  openUploadTickets,
  type Redis,
  readRefusedCalls,
  unknownKeyRate,
} from '@posthorn/queue'
import {
  type BodyLimits,
  callCounter,
  type Log,
  type Metrics,
  openBodyBudget,
  openSecretBox,
  openStrangers,
  registerHookCalls,
  type SecretBox,
  type Strangers,
  type Tracing,
  traceCalls,
} from '@posthorn/server'
import type { FastifyInstance } from 'fastify'
import type { ApiDeps } from './deps.js'
import { type FileOptions, openFiles } from './files/files.js'
import { hookForms } from './files/hook-forms.js'
import { publicFileRoutes } from './files/public-link.js'
import { ticketRoutes } from './files/upload-by-ticket.js'
import { apiBodyLimits } from './http/bodies/unfinished.js'
import { consoleRoutes, sendConsolePage } from './http/console.js'
import { apiRoutes } from './http/routes.js'
import { openSearches } from './http/searches.js'
import { type Live, type LiveOptions, openLive } from './live/live.js'
import { type MailOptions, openMailSender } from './mail/mail-sender.js'
import type { MailServer } from './mail/mail-server.js'
import { unsubscribeRoutes } from './mail/unsubscribe.js'
import { oauthRoutes } from './oauth/routes.js'
import { watchOldDigests } from './passwords/old-digests.js'
import { passwordVerifier } from './passwords/passwords.js'
import { openPipeline } from './pipeline/pipeline.js'
import { openExports } from './privacy/exports.js'
import { openPushSender, type PushOptions } from './push/push-sender.js'
import { openOwnedReplays } from './sending/open-replays.js'
import { openSending } from './sending/sending.js'
import { openSlackMethods } from './slack/open.js'
import { slackRoutes } from './slack/routes.js'
import { openTexts } from './texts/texts.js'

export type ApiOptions = {
  db: Db
  /**
   * A connection that fails fast. Without Redis, nobody can log in and nothing is replayed. Everything else works,
   * without limits.
   */
  redis: Redis
  log: Log
  metrics?: Metrics
  /** Receives the figures of each minute, if present. */
  figures?: FigureCounter | undefined
  /** Sends a span of each call, if present. */
  tracing?: Tracing | undefined
  prefix?: string
  /** These apply until settings of the same name are stored. */
  apiRate?: Rate
  hookRate?: Rate
  hookConfirm?: boolean
  deliveryDays?: number
  /** How many posts may wait to be written, and how many KiB of payloads, before deliveries are rejected. */
  backlogLimit?: number
  /** REDIS_REPLICAS: how many replicas of Redis must have a delivery before it counts as stored; 0 if absent. */
  replicas?: number | undefined
  /** The largest payload that a sender may send; 1 MiB by default. */
  bodyLimitBytes?: number
  /** Limits on the memory and speed of unfinished bodies of Slack's methods. The default limits apply if absent. */
  bodies?: BodyLimits
  /**
   * The server's public address, without a trailing slash. Hook URLs begin with it, and cookies are Secure if it is
   * https. Each request's own host by default.
   */
  baseUrl?: string | undefined
  /** Encrypts the secrets of hooks. Without one, none can be set. */
  secretBox?: SecretBox | undefined
  /** Where the files of posts are stored. Without it, nobody can upload files. */
  files?: FileOptions | undefined
  /** The built files of apps/console. Without them, no console is served. */
  consoleFolder?: string
  live?: Omit<LiveOptions, 'prefix'>
  push?: Pick<PushOptions, 'nowMs' | 'everyMs' | 'rules'>
  /** Without one, no e-mails are sent. */
  mailServer?: MailServer | undefined
  mail?: Pick<MailOptions, 'nowMs' | 'everyMs'>
}

const defaultBodyLimitBytes = 1024 * 1024

export type Api = {
  routes: (app: FastifyInstance) => void
  /** Limits the calls of unknown callers of this process. */
  strangers: Strangers
  close: () => Promise<void>
}

/** Builds the API v3 and the console without their server, so that `npm start` can run them next to the ingress. */
export async function openApi(options: ApiOptions): Promise<Api> {
  const { db, redis, log, metrics, prefix = defaultPrefix, backlogLimit, replicas } = options
  const firstSettings = settingsOf(options)
  let live: Live | undefined
  const following = await watchSettings(db, () => live?.check(), firstSettings)
  const { settings, look } = following
  const secretBox = await resealed(db, options.secretBox ?? openSecretBox(), log)
  const stored = metrics && registerHookCalls(metrics).stored
  const replays = openOwnedReplays(db, redis, log, { settings, backlogLimit, replicas, prefix, stored })
  const sending = openSending(db, redis, replays, prefix)
  const limited = openLimitedCallers(redis, prefix)
  live = await openLive(db, redis, { prefix, settings, ...options.live })
  const senders = await openSenders(options, secretBox, live)
  const bodyBudget = openBodyBudget(apiBodyLimits)
  const turns = openTurns(options, prefix, settings)
  const { figures, bodies } = options
  const { count: countLimited } = limited
  const slack = openSlackMethods({ redis, prefix, replicas, log, metrics, figures, bodies, countLimited })
  const limits = limitsIn({ ...options, prefix }, () => settings().ApiRate, countLimited)
  const deps = {
    ...given(options),
    ...turns,
    replays,
    sending,
    slack,
    ...refusedAndUploads(redis, prefix),
    pipeline: openPipeline(db, redis, prefix),
    live,
    settings,
    firstSettings,
    lookAtSettings: look,
    announceChange: (changed: Changed) => announceChange(redis, changed, prefix),
    ...limits,
    secretBox,
    ...senders,
    bodyBudget,
  }
  return {
    routes: app => registerRoutes(app, deps, options),
    strangers: limits.strangers,
    close: async () => {
      bodyBudget.close()
      await Promise.all([senders.push.close(), senders.mail.close()])
      live?.close()
      sending.close()
      await Promise.all([limited.close(), slack.close(), replays.close()])
      await Promise.all([following.close(), ...Object.values(turns).map(turn => turn?.close())])
    },
  }
}

/** Returns what calls use of the options. */
function given({ db, log, baseUrl, bodyLimitBytes: maxPayloadBytes = defaultBodyLimitBytes }: ApiOptions) {
  const baseUrlIsHttps = baseUrl?.startsWith('https:') ?? false
  return { db, log, baseUrl, baseUrlIsHttps, maxPayloadBytes, nowMs: Date.now }
}

/** Opens what users take turns with, in this process or with others. */
function openTurns({ db, redis, log, files, metrics }: ApiOptions, prefix: string, settings: () => Settings) {
  return {
    searches: openSearches(db),
    texts: openTexts(),
    erasures: openErasures(redis, prefix),
    exports: openExports(db, redis, prefix),
    files: files && openFiles({ ...files, db, log, metrics, settings }),
  }
}

/** Notifies users of mentions outside the console. */
async function openSenders(options: ApiOptions, secretBox: SecretBox, live: Live) {
  const { db, log, baseUrl, mailServer: server } = options
  const common = { db, log, baseUrl, secretBox }
  const push = await openPushSender({ ...common, online: live.online, ...options.push })
  return { push, mail: openMailSender({ ...common, online: live.surelyOnline, server, ...options.mail }) }
}

type Served = Pick<ApiOptions, 'consoleFolder' | 'metrics' | 'tracing'>

function registerRoutes(
  app: FastifyInstance,
  deps: ApiDeps,
  { consoleFolder, metrics, tracing }: Served,
): void {
  const count = metrics && callCounter(metrics)
  metrics?.gauge('posthorn_sockets', 'Live connections of users and programs.', deps.live.connections)
  app.register(async own => {
    count?.(own)
    if (tracing) traceCalls(own, tracing)
    own.register(apiRoutes(deps), { prefix: '/api/v3' })
    unsubscribeRoutes(own, deps)
    own.register(slackRoutes(deps))
    publicFileRoutes(own, deps)
    own.register(ticketRoutes(deps))
    own.register(hookForms(deps))
    own.register(oauthRoutes(deps, (reply, oauthApp) => sendConsolePage(reply, consoleFolder, oauthApp)))
    if (consoleFolder !== undefined) own.register(consoleRoutes(consoleFolder))
  })
}

/** Encrypts secrets again that were encrypted with the previous key, so that it is needed no longer. */
async function resealed(db: Db, box: SecretBox, log: Log): Promise<SecretBox> {
  const hooks = await resealHookSecrets(db, (sealed, id) => {
    const secret = box.isCurrent(sealed) ? undefined : box.open(sealed, id)
    return secret && box.seal(secret, id)
  })
  if (hooks > 0) log.info({ hooks }, 'secrets encrypted with the new key')
  return box
}

/** As many requests for a new e-mail address as password guesses. */
const emailRate = { points: 10, seconds: 15 * 60 }

/** What Redis counts for the API: failed logins, calls, requests for another address, erasures and offers. */
function limitsIn(
  { db, redis, prefix }: Pick<ApiOptions, 'db' | 'redis'> & { prefix: string },
  apiRate: () => string,
  countLimited: ApiDeps['countLimited'],
) {
  const callLimit = openChangingLimiter(redis, 'api', apiRate, prefix)
  return {
    verifyPassword: passwordVerifier(openLoginAttempts(redis, prefix), watchOldDigests(db)),
    callLimit,
    strangers: openStrangers(callLimit, countLimited),
    countLimited,
    unknownKeys: openStrangers(openLimiter(redis, 'unknown-key', unknownKeyRate, prefix), countLimited),
    emailLimit: openLimiter(redis, 'email', emailRate, prefix),
    replayLimit: openLimiter(redis, 'replay', { points: maxReplaysPerHour, seconds: 3600 }, prefix),
    eraseLimit: openLimiter(redis, 'erase', { points: maxErasuresPerHour, seconds: 3600 }, prefix),
    offerLimit: openLimiter(redis, 'offer', { points: maxOffersPerDay, seconds: 86_400 }, prefix),
  }
}

function refusedAndUploads(
  redis: Redis,
  prefix: string,
): Pick<ApiDeps, 'refusedCalls' | 'refusedSamples' | 'uploads'> {
  return {
    refusedCalls: (hookId, days) => readRefusedCalls(redis, { prefix, hookId, days, nowMs: Date.now() }),
    refusedSamples: openRefusedSamples(redis, prefix),
    uploads: openUploadTickets(redis, prefix),
  }
}

function settingsOf({ apiRate, hookRate, hookConfirm, deliveryDays }: ApiOptions): Partial<Settings> {
  return {
    ...(apiRate && { ApiRate: rateText(apiRate) }),
    ...(hookRate && { HookRate: rateText(hookRate) }),
    ...(hookConfirm !== undefined && { ConfirmNewHooks: hookConfirm }),
    ...(deliveryDays !== undefined && { DeliveryDays: deliveryDays }),
  }
}
