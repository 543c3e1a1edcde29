import { setTimeout as delay } from 'node:timers/promises'
import {
  claimDueNotices,
  type Db,
  findWantedNotices,
  notePushResult,
  type PushSubscription,
  pushSubscriptionsOf,
  resealServerKey,
  type StoredSubscription,
  serverKey,
  type WantedNotice,
} from '@posthorn/db'
import {
  isOutboundUrl,
  type Log,
  type OutboundAnswer,
  type OutboundRules,
  postOut,
  type SecretBox,
} from '@posthorn/server'
import webPush from 'web-push'
import { type NoticeText, noticeTexts } from './notice-text.js'
import { startTicking } from './ticking.js'

export type PushOptions = {
  db: Db
  secretBox: SecretBox
  log: Log
  baseUrl: string | undefined
  /** Returns the users with a live socket, who need no push notification. */
  online: () => Promise<Set<string>>
  nowMs?: () => number
  everyMs?: number
  rules?: OutboundRules
}

export type PushSender = {
  /** The key that browsers need to subscribe. Undefined if this server sends no push notifications. */
  publicKey: string | undefined
  /** Whether a subscription may name this endpoint. */
  isEndpoint: (url: string) => boolean
  close: () => Promise<void>
}

const maxClaimed = 100
const maxConcurrent = 64
/** All calls to a browser in a tick, because the next tick waits for the slowest one. */
const browserWithinMs = 8000

/**
 * Sends push notifications of mentions to users without a live socket until it is closed. Each api process claims others
 * (docs/decisions/051), so several never send the same one.
 */
export async function openPushSender(options: PushOptions): Promise<PushSender> {
  const { db, secretBox, log, baseUrl, rules = {}, everyMs = 2000 } = options
  const isEndpoint = (url: string) => isOutboundUrl(url, rules)
  const keys = await openVapidKeys(db, secretBox, log)
  if (keys === undefined) return { publicKey: undefined, isEndpoint, close: async () => {} }
  const subject = baseUrl?.startsWith('https:') ? baseUrl : 'mailto:nobody@posthorn.invalid'
  const means = { keys, subject, rules }
  const { close } = startTicking({
    everyMs,
    act: () => sendDue(options, means),
    onError: err => log.warn({ err }, 'push notifications not sent'),
  })
  return { publicKey: keys.publicKey, isEndpoint, close }
}

async function sendDue({ db, online, log, nowMs = Date.now }: PushOptions, means: PushMeans): Promise<void> {
  const due = await claimDueNotices(db, 'push', { nowMs: nowMs(), most: maxClaimed })
  if (due.length === 0) return
  const present = await online()
  const wanted = await findWantedNotices(
    db,
    due.filter(({ userId }) => !present.has(userId)),
  )
  const byUser = new Map<string, WantedNotice[]>()
  for (const one of wanted) byUser.set(one.userId, [...(byUser.get(one.userId) ?? []), one])
  const subscriptions = await pushSubscriptionsOf(db, [...byUser.keys()], nowMs())
  const results: Record<string, number> = {}
  await concurrently(subscriptions, async subscription => {
    const result = await sendAll(db, subscription, noticeTexts(byUser.get(subscription.userId) ?? []), means)
    results[result] = (results[result] ?? 0) + 1
  })
  log.info({ due: due.length, wanted: wanted.length, ...results }, 'push notifications sent')
}

/** Sends a browser its messages in order, until one fails or the time is up. */
async function sendAll(
  db: Db,
  subscription: StoredSubscription,
  texts: NoticeText[],
  means: PushMeans,
): Promise<'sent' | 'failed' | 'gone'> {
  const deadlineMs = performance.now() + browserWithinMs
  for (const text of texts) {
    const result = await sendPush({ subscription, text }, { ...means, deadlineMs })
    if (result === 'sent') continue
    await notePushResult(db, subscription, result)
    return result
  }
  await notePushResult(db, subscription, 'sent')
  return 'sent'
}

async function concurrently<Item>(items: Item[], act: (item: Item) => Promise<void>): Promise<void> {
  const rest = items.values()
  const lane = async () => {
    for (const item of rest) await act(item)
  }
  await Promise.all(Array.from({ length: Math.min(maxConcurrent, items.length) }, lane))
}

/** How long a push service stores the message for a browser that is offline. */
const storedSeconds = 86_400
/** Of one call. */
const maxCallMs = 3000
const retryAfterMs = 2000
/** The service's own trouble, after which it has not taken the message. */
const retried = [429, 500, 502, 503, 504]

type Push = { subscription: PushSubscription; text: NoticeText }

type PushMeans = {
  keys: VapidKeys
  /** Contact for push services: an https or mailto URL. */
  subject: string
  rules: OutboundRules
}

/**
 * Encrypts a message for its browser (RFC 8291) and sends it to the browser's push service. Retries once if the service
 * refuses for the moment. Never after a call without an answer, because the service may have taken the message. Ends before
 * `deadlineMs` of `performance.now()`.
 */
async function sendPush(
  push: Push,
  { deadlineMs, ...means }: PushMeans & { deadlineMs: number },
): Promise<'sent' | 'failed' | 'gone'> {
  const message = encrypt(push, means)
  const leftMs = () => Math.max(0, Math.floor(deadlineMs - performance.now()))
  if (message === undefined || leftMs() === 0) return 'failed'
  const call = () => postOut({ ...message, withinMs: Math.min(maxCallMs, leftMs()) }, means.rules)
  const answer = await call()
  const isBusy = 'status' in answer && retried.includes(answer.status) && leftMs() > 2 * retryAfterMs
  if (isBusy) await delay(retryAfterMs, undefined, { ref: false })
  return resultOf(isBusy ? await call() : answer)
}

function resultOf(answer: OutboundAnswer): 'sent' | 'failed' | 'gone' {
  if (!('status' in answer)) return 'failed'
  if (answer.status === 404 || answer.status === 410) return 'gone'
  return answer.status >= 200 && answer.status < 300 ? 'sent' : 'failed'
}

/** Returns undefined if the browser's key is not a point of the curve, or the server's own key or subject is wrong. */
function encrypt({ subscription, text }: Push, { keys, subject }: PushMeans) {
  const { endpoint: url, p256dh, auth } = subscription
  try {
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint: url, keys: { p256dh, auth } },
      JSON.stringify(text),
      { vapidDetails: { subject, ...keys }, TTL: storedSeconds, urgency: 'high', topic: text.tag },
    )
    return { url, headers, body }
  } catch {
    return undefined // web-push reports all of these only by throwing
  }
}

/** The keys that identify this server to push services (RFC 8292), in base64url. */
type VapidKeys = { publicKey: string; privateKey: string }

const name = 'vapid'

/**
 * Returns the server's keys, which the first api generates. They are stored encrypted. Returns undefined if the server has no
 * SECRETS_KEY, or not the one that encrypted them.
 */
async function openVapidKeys(db: Db, box: SecretBox, log: Log): Promise<VapidKeys | undefined> {
  const made = webPush.generateVAPIDKeys()
  const secret = box.seal(made.privateKey, name)
  if (secret === undefined) return undefined
  const stored = await serverKey(db, name, () => ({ public: made.publicKey, secret }))
  const privateKey = box.open(stored.secret, name)
  if (privateKey === undefined) {
    log.warn('push notifications are off: SECRETS_KEY is not the key that encrypted the server’s push key')
    return undefined
  }
  const sealed = box.isCurrent(stored.secret) ? undefined : box.seal(privateKey, name)
  if (sealed !== undefined) await resealServerKey(db, name, stored.secret, sealed)
  return { publicKey: stored.public, privateKey }
}
