import { hash } from 'node:crypto'
import type { Redis } from 'ioredis'
import { isReady, reconnect } from '../connection/connection.js'
import { openReplicaWait, Unconfirmed } from '../connection/replicas.js'
import { defaultPrefix } from '../names.js'
import { perTurn } from '../per-turn.js'
import { withTimeout } from '../with-timeout.js'
import type { Admission } from './admission.js'
import { type KeyQuota, openKeyQuota, type Reply } from './key-quota.js'

/** How long a hook's idempotency key stands for the delivery that it first came with. */
const rememberSeconds = 86_400

/** Half of a sender's longest wait. The other half is for the write. */
const askDeadlineMs = 1500

const maxKeyCharacters = 255
const printableAscii = /^[\x20-\x7e]+$/

/** 1 to 255 characters of printable ASCII. */
export function isIdempotencyKey(key: string): boolean {
  return key.length <= maxKeyCharacters && printableAscii.test(key)
}

/**
 * The delivery that a key stands for. `other_payload`: the key came with another payload. `too_many`: the key
 * is new, and its hook has made all new keys of this hour. `away`: Redis does not answer.
 */
export type First = { id: string; repeated: boolean } | 'other_payload' | 'too_many' | 'away'

/** The part of a delivery that keys need. */
type Keyed = {
  id: string
  hookId: string
  payload: string
  change?: { kind: string; target: string } | undefined
}

/** Looks up the delivery that this key of its hook stands for: this one if the key is new. Never rejects. */
export type LookupIdempotencyKey = ((delivery: Keyed, idempotencyKey: string) => Promise<First>) & {
  /** The standing for `too_many`. */
  standing: () => Admission
}

type Asking = {
  delivery: Keyed
  name: string
  payload: string
  /** The hook has made too many new keys, so only known ones are looked up. */
  full: boolean
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
  { nowMs = Date.now, replicas = 0 } = {},
): LookupIdempotencyKey {
  const quota = openKeyQuota(prefix, nowMs)
  const confirm = openReplicaWait(redis, replicas)
  const askAll = (asked: Asking[]) =>
    replicas === 0 ? ask(redis, asked, quota) : confirm(() => ask(redis, asked, quota)).catch(unconfirmed)

  const lookUp = perTurn(async (asked: Asking[]) => {
    const replies = await withTimeout(askAll(asked), askDeadlineMs, undefined)
    if (!replies) reconnect(redis) // only a new connection shows whether Redis is back
    return asked.map((asking, index) => {
      const first = read(asking, replies?.[index])
      if (typeof first === 'object' && !first.repeated) quota.add(asking.delivery.hookId)
      return first
    })
  })

  const firstOf = (delivery: Keyed, idempotencyKey: string): Promise<First> => {
    if (!isReady(redis)) return Promise.resolve('away')
    const name = `${prefix}:idempotency:${hash('sha256', `${delivery.hookId} ${idempotencyKey}`, 'base64url')}`
    const payload = hash('sha256', contentOf(delivery), 'base64url').slice(0, payloadDigestCharacters)
    return lookUp({ delivery, name, payload, full: quota.isFull(delivery.hookId) })
  }
  return Object.assign(firstOf, { standing: quota.standing })
}

/** An edit or deletion of another post is another call, even with the same payload. */
function contentOf({ payload, change }: Keyed): string {
  return change === undefined ? payload : `${change.kind} ${change.target} ${payload}`
}

async function ask(redis: Redis, asked: Asking[], quota: KeyQuota): Promise<Reply[]> {
  const questions = redis.pipeline()
  for (const { delivery, name, payload, full } of asked) {
    if (full) questions.get(name)
    else questions.set(name, `${delivery.id} ${payload}`, 'EX', rememberSeconds, 'NX', 'GET')
  }
  const onReplies = quota.report(questions)
  const replies = (await questions.exec().catch(() => null)) ?? [] // no reply: away
  onReplies(replies.slice(asked.length))
  return replies
}

/** No reply counts as away, so nothing is stored. Undefined if only a new connection shows whether Redis is back. */
function unconfirmed(error: unknown): Reply[] | undefined {
  return error instanceof Unconfirmed ? [] : undefined
}

function read({ delivery, payload, full }: Asking, reply: Reply | undefined): First {
  if (!reply || reply[0]) return 'away'
  if (typeof reply[1] !== 'string') return full ? 'too_many' : { id: delivery.id, repeated: false }
  const [id = '', was = ''] = reply[1].split(' ')
  return was.slice(0, payloadDigestCharacters) === payload ? { id, repeated: true } : 'other_payload'
}
