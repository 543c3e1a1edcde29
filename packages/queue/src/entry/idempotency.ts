import { hash } from 'node:crypto'
import type { Redis } from 'ioredis'
import { isReady, reconnect } from '../connection/connection.js'
import { openReplicaWait, Unconfirmed } from '../connection/replicas.js'
import { type Delivery, ownerOf } from '../deliveries/delivery.js'
import { openLimiter } from '../limits/limits.js'
import type { Admission } from '../limits/window.js'
import { defaultPrefix } from '../names.js'
import { perTurn } from '../per-turn.js'
import { withTimeout } from '../with-timeout.js'

/** How long a hook's idempotency key stands for the delivery that it first came with. */
const rememberSeconds = 86_400

/**
 * New keys of a hook in an hour, and of an owner's hooks in a day. Each takes about 250 bytes of Redis for a day, so an owner can
 * fill a tenth of the gigabyte in the compose file, and twice that around the end of a day.
 */
const maxNewKeys = { ofHookPerHour: 20_000, ofOwnerPerDay: 400_000 }

/** Half of a sender's longest wait. The other half is for the write. */
const askDeadlineMs = 1500

const maxKeyCharacters = 255
const printableAscii = /^[\x20-\x7e]+$/

/** 1 to 255 characters of printable ASCII. */
export function isIdempotencyKey(key: string): boolean {
  return key.length <= maxKeyCharacters && printableAscii.test(key)
}

/**
 * The delivery that a key stands for. `other_payload`: the key came with another payload. `over`: the key is new, and its hook or
 * owner has made all its new keys. `away`: Redis does not answer.
 */
type First = { id: string; repeated: boolean } | { over: Admission } | 'other_payload' | 'away'

/** The part of a delivery that keys need. */
type Keyed = Pick<Delivery, 'id' | 'hookId' | 'ownerId' | 'payload' | 'change'>

/** Looks up the delivery that this key of its hook stands for: this one if the key is new. Never rejects. */
export type LookupIdempotencyKey = (delivery: Keyed, idempotencyKey: string) => Promise<First>

type Asking = {
  delivery: Keyed
  name: string
  payload: string
  /** The hook or its owner has made too many new keys, so only known ones are looked up. */
  over: Admission | undefined
}

/** A part of the payload's digest, short enough for Redis to store the value in one piece. */
const payloadDigestCharacters = 16

/**
 * Rejects most copies: a repeated key reuses the first delivery's id. Postgres's primary key is the
 * guarantee, so nothing is lost if a process dies between the look-up and its write. Calls of one turn of the
 * event loop are looked up together. Redis stores digests, neither keys nor payloads.
 * @param redis a connection that fails fast, of version 7 (`SET` with `NX` and `GET`)
 * @param replicas how many replicas must have a key before its delivery is stored. Otherwise a worker could post the delivery, a
 * failover forget the key, and a repeated call become another post
 */
export function openIdempotency(
  redis: Redis,
  prefix = defaultPrefix,
  { replicas = 0 } = {},
): LookupIdempotencyKey {
  const newKeys = newKeyLimits(redis, prefix)
  const confirm = openReplicaWait(redis, replicas)
  const askAll = (asked: Asking[]) =>
    replicas === 0 ? ask(redis, asked) : confirm(() => ask(redis, asked)).catch(unconfirmed)

  const lookUp = perTurn(async (asked: Asking[]) => {
    const replies = await withTimeout(askAll(asked), askDeadlineMs, undefined)
    if (!replies) reconnect(redis) // only a new connection shows whether Redis is back
    return asked.map((asking, index) => {
      const first = read(asking, replies?.[index])
      if (typeof first === 'object' && 'id' in first && !first.repeated) newKeys.count(asking.delivery)
      return first
    })
  })

  return (delivery, idempotencyKey) => {
    if (!isReady(redis)) return Promise.resolve('away')
    const name = `${prefix}:idempotency:${hash('sha256', `${delivery.hookId} ${idempotencyKey}`, 'base64url')}`
    const payload = hash('sha256', contentOf(delivery), 'base64url').slice(0, payloadDigestCharacters)
    return lookUp({ delivery, name, payload, over: newKeys.over(delivery) })
  }
}

/** Counts new keys after they were stored, without waiting, so that the calls of a moment may exceed the limits. */
function newKeyLimits(redis: Redis, prefix: string) {
  const { ofHookPerHour, ofOwnerPerDay } = maxNewKeys
  const hooks = openLimiter(redis, 'keys', { points: ofHookPerHour, seconds: 3600 }, prefix)
  const owners = openLimiter(redis, 'keys-owner', { points: ofOwnerPerDay, seconds: 86_400 }, prefix)
  return {
    over: (delivery: Keyed) => hooks.over(delivery.hookId) ?? owners.over(ownerOf(delivery)),
    count: (delivery: Keyed) => {
      void hooks(delivery.hookId)
      void owners(ownerOf(delivery))
    },
  }
}

/** An edit or deletion of another post is another call, even with the same payload. */
function contentOf({ payload, change }: Keyed): string {
  return change === undefined ? payload : `${change.kind} ${change.target} ${payload}`
}

type Reply = [error: Error | null, value: unknown]

async function ask(redis: Redis, asked: Asking[]): Promise<Reply[]> {
  const questions = redis.pipeline()
  for (const { delivery, name, payload, over } of asked) {
    if (over) questions.get(name)
    else questions.set(name, `${delivery.id} ${payload}`, 'EX', rememberSeconds, 'NX', 'GET')
  }
  return (await questions.exec().catch(() => null)) ?? [] // no reply: away
}

/** No reply counts as away, so nothing is stored. Undefined if only a new connection shows whether Redis is back. */
function unconfirmed(error: unknown): Reply[] | undefined {
  return error instanceof Unconfirmed ? [] : undefined
}

function read({ delivery, payload, over }: Asking, reply: Reply | undefined): First {
  if (!reply || reply[0]) return 'away'
  if (typeof reply[1] !== 'string') return over ? { over } : { id: delivery.id, repeated: false }
  const [id = '', was = ''] = reply[1].split(' ')
  return was.slice(0, payloadDigestCharacters) === payload ? { id, repeated: true } : 'other_payload'
}
