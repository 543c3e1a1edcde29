import { type ChangeKind, deliveryState, type Settled, shownPostIds } from '@posthorn/core'
import { slackApiFormat } from '@posthorn/formats'
import { type Entered, type Entering, isIdempotencyKey, whyNotStored, withTimeout } from '@posthorn/queue'
import {
  countHookCall,
  type HookCaller,
  isHookRefusal,
  newId,
  type RateLimitStatus,
  type StoredDelivery,
  senderLines,
} from '@posthorn/server'
import type { FastifyRequest } from 'fastify'
import type { ApiDeps } from '../deps.js'
import type { Arguments, Message } from './read-arguments.js'
import type { RefusedSend, Sender } from './senders.js'

/** A call that sends, by a known sender. `origin`: the server's public address. */
export type SendingCall = Pick<Arguments, 'args' | 'message' | 'ignored'> & {
  deps: ApiDeps
  method: string
  sender: Sender
  from: CallFrom
  origin: string
}

/** What a delivery keeps of its request. `isCounted`: whether the call was counted and logged as a delivery's. */
export type CallFrom = HookCaller & {
  headers: FastifyRequest['headers']
  idempotencyKey: string | undefined
  isCounted?: boolean
}

/** A stored delivery. `posts`: the ids of its posts, none while it is queued. */
export type Delivered = StoredDelivery & {
  outcome: 'posted' | 'queued'
  delivery: string
  channelId: string
  posts: string[]
  standing: RateLimitStatus | undefined
}

/** `message`: absent for a deletion. `key`: an idempotency key besides the header. */
type Sent = {
  message?: Message
  change?: { kind: ChangeKind; target: string }
  key?: string | undefined
}

/** How long a call waits for the outcome of a message and of a change. */
const messageWithinMs = 10_000
const changeWithinMs = 3000

/** What remains for the write after the lookup of the key, so that the caller gets a response within 3 s. */
const writeAfterLookMs = 1500

/** Stores a delivery of the sender like any other, waits for its outcome, and counts the call. */
export async function deliver(call: SendingCall, sent: Sent): Promise<Delivered | RefusedSend> {
  const { deps, from, sender } = call
  const result = await store(call, sent)
  from.isCounted = true
  countHookCall(deps.slack.counts, from, result)
  return { ...result, standing: result.standing ?? sender.standing }
}

type Stored = (Delivered | RefusedSend) & { replayed?: boolean }

async function store(call: SendingCall, { message = deletion, change, key }: Sent): Promise<Stored> {
  const { deps, from, sender } = call
  if (message.outcome !== 'read') return message
  const idempotencyKey = from.idempotencyKey ?? key
  if (idempotencyKey !== undefined && !isIdempotencyKey(idempotencyKey))
    return { outcome: 'bad_idempotency_key' }
  const entry = await deps.replays.entry()
  if (!('enqueue' in entry)) return notStored('away')
  const delivery = deliveryOf(call, message, change)
  const bytes = Buffer.byteLength(message.json)
  const enter = (entering: Entering) => entry.enqueue(entering, { bytes, counted: sender.standing ? 1 : 0 })
  if (idempotencyKey === undefined) return storeAndWait(deps, delivery, enter)
  const refused = entry.refusal(delivery)
  if (refused?.outcome === 'not_stored') return notStored(refused.why) // before the key is stored
  const first = await deps.slack.lookUpKey(delivery, idempotencyKey)
  if (first === 'other_payload') return { outcome: 'other_payload' }
  if (first === 'away') return notStored('away')
  if ('over' in first) return { outcome: 'limited', standing: first.over }
  const inTime = (entering: Entering) => withTimeout(enter(entering), writeAfterLookMs, unanswered)
  const stored = await storeAndWait(deps, { ...delivery, id: first.id }, inTime)
  return { ...stored, replayed: first.repeated && stored.outcome !== 'cannot_keep' }
}

/** A deletion has no payload. */
const deletion: Message = { outcome: 'read', json: '', posts: 1 }

const unanswered: Entered = { outcome: 'not_stored', why: 'unknown', standing: undefined }

function deliveryOf(
  { sender: { hook, user }, method, from }: SendingCall,
  { json, posts }: Message & { outcome: 'read' },
  change: Sent['change'],
): Entering {
  return {
    id: newId(),
    hookId: hook.id,
    ownerId: hook.ownerId,
    requestId: from.requestId,
    payload: json,
    posts,
    restrictedTo: hook.keyMadeBy || undefined,
    sender: senderLines({ ...from, contentType: 'application/json' }),
    caller: from.caller,
    change,
    format: slackApiFormat(method, user && hook.teamId),
  }
}

async function storeAndWait(
  { sending }: ApiDeps,
  delivery: Entering,
  enter: (delivery: Entering) => Promise<Entered>,
): Promise<Stored> {
  const { id, change, ownerId = '' } = delivery
  const wait = await sending.waitFor(id, change ? changeWithinMs : messageWithinMs, ownerId)
  const entered = await enter(wait ? { ...delivery, answerTo: sending.answerTo } : delivery)
  if (entered.outcome === 'kept') return resultOf(id, entered.standing, await wait?.settled)
  wait?.cancel()
  return entered.outcome === 'not_stored'
    ? { ...notStored(entered.why, id), standing: entered.standing }
    : entered
}

function notStored(why: keyof typeof whyNotStored, id?: string): RefusedSend {
  const isUnknown = why === 'unknown' || why === 'unconfirmed'
  return { outcome: 'cannot_keep', detail: whyNotStored[why], ...(isUnknown && { delivery: id }) }
}

function resultOf(
  delivery: string,
  standing: RateLimitStatus | undefined,
  settled: Settled | undefined,
): Delivered | RefusedSend {
  const facts = { delivery, standing, state: deliveryState(settled?.outcome) }
  if (!settled) return { outcome: 'queued', ...facts, channelId: '', posts: [] }
  const { outcome, reason, detail, channelId } = settled
  if (outcome !== 'rejected') return { outcome: 'posted', ...facts, channelId, posts: shownPostIds(settled) }
  // another version's worker may know other reasons
  return { outcome: isHookRefusal(reason) ? reason : 'unprocessable', detail, ...facts }
}

/** Returns what headers say of an accepted delivery. */
export function storedIn({ standing, delivery, state }: Delivered) {
  return { standing, delivery, state }
}

export function isDelivered(result: Delivered | RefusedSend): result is Delivered {
  return result.outcome === 'posted' || result.outcome === 'queued'
}

/** Returns an argument that is a text; empty if it is missing or of another kind. */
export function textArgument(args: Record<string, unknown>, name: string): string {
  const value = args[name]
  return typeof value === 'string' ? value : ''
}

/** Returns how the name or id of a channel is looked up. */
export function channelRef(channel: string, { teamId }: Pick<Sender['hook'], 'teamId'>) {
  return { channel: channel.startsWith('#') ? channel.slice(1) : channel, teamId }
}
