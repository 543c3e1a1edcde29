import { type Reading, readPayload } from '@posthorn/core'
import type { Hook } from '@posthorn/db'
import type { Delivery, Kept, Limiter, Standing } from '@posthorn/queue'
import type { HookRefusal } from '@posthorn/server'
import type { HookCache } from './hook-cache.js'
import type { Uninflatable } from './inflate.js'

/** All that accepting can do to the world. */
export type AcceptDeps = {
  hooksEnabled: () => boolean
  hooks: HookCache
  /** Calls of a hook. */
  hookLimit: Limiter
  /** Unknown keys tried from an address. */
  addressLimit: Limiter
  keep: (delivery: Delivery) => Promise<Kept>
  newDeliveryId: () => string
}

/** What a call is answered; the type tells the status. */
export type Acceptance = { standing?: Standing | undefined } & (
  | { outcome: 'accepted'; delivery: string } // 200
  | { outcome: 'limited' } // 429
  | { outcome: HookRefusal; detail?: string } // by the table of refusals
)

export type Call = {
  key: string
  address: string
  contentType: string | undefined
  query: string
  requestId: string
  readBody: () => Promise<Uint8Array | Unread>
}

/** Why there is no body. */
export type Unread = 'aborted' | Uninflatable

const unreadable: Record<Exclude<Unread, 'too_large'>, string> = {
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

  const body = await call.readBody()
  if (body === 'too_large') return { outcome: 'too_large', standing }
  if (typeof body === 'string') return { outcome: 'unreadable', detail: unreadable[body], standing }

  const reading = readPayload(body, call.contentType, call.query)
  if (!reading.ok) return { outcome: reading.refusal, detail: reading.detail, standing }

  return { ...(await keep(deps, hook, reading, call.requestId)), standing }
}

async function unknownKey(deps: AcceptDeps, address: string): Promise<Acceptance> {
  const standing = await deps.addressLimit(address)
  return standing?.admitted === false
    ? { outcome: 'limited', standing }
    : { outcome: 'no_such_hook', standing }
}

/** The id is made last, just before gathering: a channel reads in the order of these ids. */
async function keep(
  deps: AcceptDeps,
  hook: Hook,
  reading: Reading & { ok: true },
  requestId: string,
): Promise<Acceptance> {
  const id = deps.newDeliveryId()
  const kept = await deps.keep({ id, hookId: hook.id, requestId, payload: reading.json })
  if (kept === 'kept') return { outcome: 'accepted', delivery: id }
  return { outcome: 'cannot_keep', detail: whyNot[kept] }
}

const whyNot: Record<Exclude<Kept, 'kept'>, string> = {
  away: 'Nothing was stored: the queue does not answer.',
  full: 'Nothing was stored: too much is waiting to be stored.',
  unknown: 'The queue did not answer in time, so it is not known whether the delivery was stored.',
}
