import type { Redis } from 'ioredis'
import type { z } from 'zod'
import { defaultPrefix } from '../names.js'

/** What is said on the bus under one name, and the shape of its messages. */
export type Topic<Message> = { name: string; shape: z.ZodType<Message> }

/**
 * Says something to all who listen now. The bus promises nothing: a message may be lost, and whoever needs to know
 * looks into Postgres. Never rejects, and waits for nobody. `publishFailed` is told when it may not have been said at all.
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

export type Subscription = {
  /** Resolves once it listens, or was refused to. */
  ready: Promise<void>
  close: () => void
}

/**
 * How often a line that listens asks for a sign of life: it has nothing else to ask, and one whose far end lost its power
 * never says so. How long Redis may take to answer is the connection's own limit.
 */
const pingEveryMs = 2000

/**
 * Hears what is said of `topic`, over a connection of its own. A lost connection is made again by itself; what was said
 * meanwhile is lost, and so is what another version says in a shape unknown here. `lost` is told when the line breaks, and
 * once more when it listens: until then nothing was heard.
 */
export function subscribe<Message>(
  redis: Redis,
  topic: Topic<Message>,
  onMessage: (message: Message) => void,
  prefix = defaultPrefix,
  lost: () => void = () => {},
): Subscription {
  // the client's own way to subscribe again throws where nobody can catch when the line breaks in between
  const line = redis.duplicate({ autoResubscribe: false })
  line.on('error', () => {}) // `redis` itself tells that Redis is away
  let hears = false
  const now = (hearsNow: boolean) => {
    if (hears !== hearsNow) lost()
    hears = hearsNow
  }
  line.on('close', () => now(false)) // each attempt to connect again ends so, too
  line.on('message', (_channel: string, text: string) => {
    const message = topic.shape.safeParse(parsed(text))
    if (message.success) onMessage(message.data)
  })
  const askForLife = () => {
    if (line.status === 'ready') line.ping().catch(() => {}) // the line is closed then, which tells `lost`
  }
  const asking = setInterval(askForLife, pingEveryMs).unref()
  const ready = new Promise<void>(resolve => {
    line.on('ready', () => {
      line
        .subscribe(channelOf(topic, prefix))
        .then(
          () => now(true),
          () => {},
        )
        .then(resolve)
    })
  })
  return {
    ready,
    close: () => {
      clearInterval(asking)
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
    return undefined // not of ours
  }
}
