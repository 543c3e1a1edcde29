import {
  claimDueNotices,
  type Db,
  findWantedNotices,
  notePushResult,
  pushSubscriptionsOf,
  type StoredSubscription,
  type WantedNotice,
} from '@posthorn/db'
import { isOutboundUrl, type Log, type OutboundRules, type SecretBox } from '@posthorn/server'
import { type NoticeText, noticeTexts } from './notice-text.js'
import { type PushMeans, sendPush } from './send-push.js'
import { startTicking } from './ticking.js'
import { openVapidKeys } from './vapid-keys.js'

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
