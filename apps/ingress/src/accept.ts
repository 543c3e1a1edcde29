import { readPayload } from '@posthorn/core'
import {
  type Delivery,
  type FirstOf,
  isIdempotencyKey,
  type Kept,
  type Limiter,
  type Standing,
} from '@posthorn/queue'
import { addressKey, type BodyTrouble, type HookRefusal } from '@posthorn/server'
import type { Counts } from './counts.js'
import type { HookCache } from './hook-cache.js'
import type { Uninflatable } from './inflate.js'
import { type Keeping, keep } from './keep.js'
import type { NoBody } from './read-body.js'
import type { Verdicts } from './verdicts.js'

/** All that accepting can do to the world. */
export type AcceptDeps = {
  hooksEnabled: () => boolean
  hooks: HookCache
  /** Calls of a hook. */
  hookLimit: Limiter
  /** Unknown keys tried from an address. */
  addressLimit: Limiter
  /** Which delivery an idempotency key stands for. */
  firstOf: FirstOf
  keep: (delivery: Delivery) => Promise<Kept>
  verdicts: Verdicts
  /** Where workers send outcomes that calls of this process wait for. */
  ingressId: string
  /** The age of the oldest delivery that is still on its way, as far as it is known here. */
  oldestWaitingMs: () => number
  newDeliveryId: () => string
  /** Told of each refusal, for /metrics. */
  refused?: Counts['refused'] | undefined
}

/** What a call is answered; the type tells the status. */
export type Acceptance = { standing?: Standing | undefined; delivery?: string; replayed?: true } & (
  | Keeping // 200, 202, or by the table of refusals
  | { outcome: 'limited' } // 429
  | { outcome: HookRefusal; detail?: string } // by the table of refusals
)

export type Call = {
  key: string
  address: string
  contentType: string | undefined
  query: string
  idempotencyKey: string | undefined
  /** The sender asked to wait for the outcome. */
  wait: boolean
  requestId: string
  /** `owner`: who takes a part of what unfinished bodies may hold. */
  readBody: (owner: string) => Promise<Uint8Array | Unread>
}

export type Unread = NoBody | Uninflatable

/** Refusals of their own. */
type BodyRefusal = 'too_large' | BodyTrouble

const unreadable: Record<Exclude<Unread, BodyRefusal>, string> = {
  aborted: 'The body ended early.',
  not_gzip: 'The body is not the gzip that its Content-Encoding says.',
  unknown_encoding: 'This Content-Encoding is not known here: send gzip, or none.',
}

/** From call to answer: the order of the checks is the order of these lines (design 5), and a test states it. */
export async function accept(deps: AcceptDeps, call: Call): Promise<Acceptance> {
  if (!deps.hooksEnabled()) return { outcome: 'switched_off' }

  const found = deps.hooks.find(call.key)
  const hook = found instanceof Promise ? await found : found // no turn of the event loop for what is known
  if (hook === 'unavailable') return { outcome: 'cannot_look_up' }
  if (hook === 'unknown') return unknownKey(deps, call.address)

  const asked = deps.hookLimit(hook.id)
  const standing = asked instanceof Promise ? await asked : asked
  if (standing?.admitted === false) return { outcome: 'limited', standing }

  const body = await call.readBody(hook.id)
  if (isBodyRefusal(body)) return { outcome: body, standing }
  if (typeof body === 'string') return { outcome: 'unreadable', detail: unreadable[body], standing }

  const reading = readPayload(body, call.contentType, call.query)
  if (!reading.ok) return { outcome: reading.refusal, detail: reading.detail, standing }

  const { idempotencyKey } = call
  if (idempotencyKey !== undefined && !isIdempotencyKey(idempotencyKey))
    return { outcome: 'bad_idempotency_key', standing }

  return { standing, ...(await keep(deps, hook, reading, call)) }
}

async function unknownKey(deps: AcceptDeps, address: string): Promise<Acceptance> {
  const standing = await deps.addressLimit(addressKey(address))
  return standing?.admitted === false
    ? { outcome: 'limited', standing }
    : { outcome: 'no_such_hook', standing }
}

function isBodyRefusal(body: Uint8Array | Unread): body is BodyRefusal {
  return typeof body === 'string' && !Object.hasOwn(unreadable, body)
}
