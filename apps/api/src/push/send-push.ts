import { setTimeout as delay } from 'node:timers/promises'
import type { PushSubscription } from '@posthorn/db'
import { type OutboundAnswer, type OutboundRules, postOut } from '@posthorn/server'
import webPush from 'web-push'
import type { NoticeText } from './notice-text.js'
import type { VapidKeys } from './vapid-keys.js'

/** How long a push service stores the message for a browser that is offline. */
const storedSeconds = 86_400
/** Of one call. */
const maxCallMs = 3000
const retryAfterMs = 2000
/** The service's own trouble, after which it has not taken the message. */
const retried = [429, 500, 502, 503, 504]

export type Push = { subscription: PushSubscription; text: NoticeText }

export type PushMeans = {
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
export async function sendPush(
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
