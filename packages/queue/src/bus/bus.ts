import { outcomes, type Settled } from '@posthorn/core'
import type { Redis } from 'ioredis'
import { z } from 'zod'
import { defaultPrefix } from '../names.js'

/** A topic of the bus, and the shape of its messages. */
export type Topic<Message> = { name: string; shape: z.ZodType<Message> }

/**
 * Publishes a message to all current subscribers. The bus promises nothing: a message may be lost, and
 * readers who need certainty query Postgres. Never rejects and never waits. Calls `publishFailed` if the
 * message may not have been sent.
 */
export function publish<Message>(
  redis: Redis,
  topic: Topic<Message>,
  message: Message,
  prefix = defaultPrefix,
  publishFailed: () => void = () => {},
): void {
  redis.publish(channelOf(topic, prefix), JSON.stringify(message)).catch(publishFailed)
}

/** Publishes like `publish`, and resolves when Redis has passed the message on, or could not. */
export async function publishAtOnce<Message>(
  redis: Redis,
  topic: Topic<Message>,
  message: Message,
  prefix: string,
): Promise<void> {
  await redis.publish(channelOf(topic, prefix), JSON.stringify(message)).catch(() => 0)
}

export type Subscription = {
  /** Resolves once it is subscribed, or the subscription was refused. */
  ready: Promise<void>
  close: () => void
}

/**
 * How often an idle subscription pings Redis, because a connection whose far end lost its power never reports
 * it. The connection itself limits how long Redis may take to answer.
 */
const pingEveryMs = 2000

/**
 * Subscribes to `topic` over a connection of its own, which reconnects by itself. Messages sent meanwhile are
 * lost, as are those whose shape this version does not know. `lost` is called when the connection breaks, and
 * again once it is subscribed: no messages arrive in between.
 */
export function subscribe<Message>(
  redis: Redis,
  topic: Topic<Message>,
  onMessage: (message: Message) => void,
  prefix = defaultPrefix,
  lost: () => void = () => {},
): Subscription {
  // the client's own resubscription throws where nothing can catch it if the connection breaks in between
  const line = redis.duplicate({ autoResubscribe: false })
  line.on('error', () => {}) // `redis` itself reports that Redis is away
  let isSubscribed = false
  const setSubscribed = (subscribedNow: boolean) => {
    if (isSubscribed !== subscribedNow) lost()
    isSubscribed = subscribedNow
  }
  line.on('close', () => setSubscribed(false)) // each failed attempt to reconnect ends so, too
  line.on('message', (_channel: string, text: string) => {
    const message = topic.shape.safeParse(parsed(text))
    if (message.success) onMessage(message.data)
  })
  const ping = () => {
    if (line.status === 'ready') line.ping().catch(() => {}) // it closes then, which calls `lost`
  }
  const pinging = setInterval(ping, pingEveryMs).unref()
  const ready = new Promise<void>(resolve => {
    line.on('ready', () => {
      line
        .subscribe(channelOf(topic, prefix))
        .then(
          () => setSubscribed(true),
          () => {},
        )
        .then(resolve)
    })
  })
  return {
    ready,
    close: () => {
      clearInterval(pinging)
      line.disconnect()
    },
  }
}

function channelOf({ name }: { name: string }, prefix: string): string {
  return `${prefix}:bus:${name}`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // not one of our messages
  }
}

const Message: z.ZodType<Settled> = z.object({
  id: z.string(),
  outcome: z.enum(outcomes),
  reason: z.string(),
  detail: z.string(),
  channelId: z.string(),
  postCount: z.number(),
  postId: z.string().optional(),
})

/** Outcomes for one ingress process, whose calls wait for them. */
export const outcomesFor = (ingressId: string): Topic<Settled[]> => ({
  name: `outcomes:${ingressId}`,
  shape: z.array(Message),
})
