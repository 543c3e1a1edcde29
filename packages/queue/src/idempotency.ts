import { hash } from 'node:crypto'
import type { Redis } from 'ioredis'
import { isReady, reconnect } from './connection.js'
import { type Delivery, defaultPrefix } from './delivery.js'
import { within } from './within.js'

/** How long a hook's idempotency key stands for the delivery that it first came with. */
const rememberSeconds = 86_400

/** Half of what a sender waits at most; the other half is the write's. */
const askDeadlineMs = 1500

const maxKeyCharacters = 255
const printableAscii = /^[\x20-\x7e]+$/

/** 1 to 255 characters of printable ASCII. */
export function isIdempotencyKey(key: string): boolean {
  return key.length <= maxKeyCharacters && printableAscii.test(key)
}

/** The delivery that a key stands for; or the key came with another payload; or Redis does not say. */
export type First = { id: string; repeated: boolean } | 'other_payload' | 'away'

/** Which delivery does this key of its hook stand for? This one, when the key is new. Never rejects. */
export type FirstOf = (delivery: Delivery, idempotencyKey: string) => Promise<First>

type Asking = { delivery: Delivery; name: string; payload: string; answer: (first: First) => void }

/**
 * The first gate against copies: who repeats a key adopts the id of the first. Postgres's primary key is what makes
 * one delivery of them, so nothing is lost when a process dies between this look and its write. Calls of one turn of
 * the event loop ask together. Redis holds digests, neither keys nor payloads.
 * @param redis a connection that fails fast, of version 7 (`SET` with `NX` and `GET`)
 */
export function openIdempotency(redis: Redis, prefix = defaultPrefix): FirstOf {
  let gathered: Asking[] = []

  const askAll = async () => {
    await new Promise(setImmediate) // what the sockets have already brought goes along
    const asked = gathered
    gathered = []
    const replies = await within(ask(redis, asked), askDeadlineMs, undefined)
    if (!replies) reconnect(redis) // a fresh connection is how to find out that Redis is back
    asked.forEach((asking, index) => {
      asking.answer(read(asking, replies?.[index]))
    })
  }

  return (delivery, idempotencyKey) => {
    if (!isReady(redis)) return Promise.resolve('away')
    const name = `${prefix}:idempotency:${hash('sha256', `${delivery.hookId} ${idempotencyKey}`, 'base64url')}`
    const payload = hash('sha256', delivery.payload, 'base64url')
    return new Promise(answer => {
      if (gathered.push({ delivery, name, payload, answer }) === 1) void askAll()
    })
  }
}

type Reply = [error: Error | null, was: unknown]

async function ask(redis: Redis, asked: Asking[]): Promise<Reply[]> {
  const questions = redis.pipeline()
  for (const { delivery, name, payload } of asked)
    questions.set(name, `${delivery.id} ${payload}`, 'EX', rememberSeconds, 'NX', 'GET')
  return (await questions.exec().catch(() => null)) ?? [] // no reply: away
}

function read({ delivery, payload }: Asking, reply: Reply | undefined): First {
  if (!reply || reply[0]) return 'away'
  if (typeof reply[1] !== 'string') return { id: delivery.id, repeated: false }
  const [id = '', was] = reply[1].split(' ')
  return was === payload ? { id, repeated: true } : 'other_payload'
}
