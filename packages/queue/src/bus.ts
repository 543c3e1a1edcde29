import type { Redis } from 'ioredis'
import type { z } from 'zod'
import { defaultPrefix } from './delivery.js'

/** What is said on the bus under one name, and the shape of its messages. */
export type Topic<Message> = { name: string; shape: z.ZodType<Message> }

/**
 * Says something to all who listen now. The bus promises nothing: a message may be lost, and whoever needs to know
 * looks into Postgres. Never rejects, and waits for nobody.
 */
export function announce<Message>(
  redis: Redis,
  topic: Topic<Message>,
  message: Message,
  prefix = defaultPrefix,
): void {
  redis.publish(channelOf(topic, prefix), JSON.stringify(message)).catch(() => {}) // lost, like a message that nobody hears
}

export type Listening = {
  /** Resolves once it listens, or was refused to. */
  begun: Promise<void>
  close: () => Promise<void>
}

/**
 * Hears what is said of `topic`, over a connection of its own. A lost connection is made again by itself; what was said
 * meanwhile is lost, which `lost` is told of, and so is what another version says in a shape unknown here.
 */
export function listen<Message>(
  redis: Redis,
  topic: Topic<Message>,
  hear: (message: Message) => void,
  prefix = defaultPrefix,
  lost: () => void = () => {},
): Listening {
  // the client's own way to subscribe again throws where nobody can catch when the line breaks in between
  const line = redis.duplicate({ autoResubscribe: false })
  line.on('error', () => {}) // `redis` itself tells that Redis is away
  line.on('close', lost)
  line.on('message', (_channel: string, text: string) => {
    const message = topic.shape.safeParse(parsed(text))
    if (message.success) hear(message.data)
  })
  const begun = new Promise<void>(resolve => {
    line.on('ready', () => {
      line.subscribe(channelOf(topic, prefix)).then(
        () => resolve(),
        () => resolve(),
      )
    })
  })
  return { begun, close: async () => line.disconnect() }
}

function channelOf({ name }: { name: string }, prefix: string): string {
  return `${prefix}:bus:${name}`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // not of ours
  }
}
