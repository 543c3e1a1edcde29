import { estimatePosts, readPayload, tooManyPosts } from '@posthorn/core'
import { callCost, chargeRest, isIdempotencyKey } from '@posthorn/queue'
import { addressKey, type BodyTrouble, type HookRefusal } from '@posthorn/server'
import type { Acceptance, AcceptDeps, HookCall, Unread } from './call.js'
import { enqueue } from './enqueue.js'
import { largeFromBytes } from './large-bodies.js'

/** Refusals of their own. */
type BodyRefusal = 'too_large' | BodyTrouble

const unreadable: Record<Exclude<Unread, BodyRefusal>, string> = {
  aborted: 'The body ended early.',
  not_gzip: 'The body is not the gzip that its Content-Encoding says.',
  unknown_encoding: 'This Content-Encoding is not known here: send gzip, or none.',
}

/** From call to answer: the order of the checks is the order of these lines (docs/behaviour.md, sending), and a test states it. */
export async function accept(deps: AcceptDeps, call: HookCall): Promise<Acceptance> {
  if (!deps.hooksEnabled()) return { outcome: 'switched_off' }

  const found = deps.hooks.find(call.key)
  const hook = found instanceof Promise ? await found : found // no turn of the event loop for what is known
  if (hook === 'unavailable') return { outcome: 'cannot_look_up' }
  if (hook === 'unknown') return unknownKey(deps, call.address)
  call.hookId = hook.id

  const asked = deps.hookLimit(hook.id)
  const standing = asked instanceof Promise ? await asked : asked
  if (standing?.admitted === false) return { outcome: 'limited', standing }

  const body = await call.readBody(hook.id)
  if (isBodyRefusal(body)) return { outcome: body, standing }
  if (typeof body === 'string') return { outcome: 'unreadable', detail: unreadable[body], standing }

  const reading = read(deps, hook.id, body, call)
  const payload = reading instanceof Promise ? await reading : reading
  if (payload === 'no_room_for_body') return { outcome: payload, standing }
  if (payload.outcome !== 'read') return { ...payload, standing }

  const { idempotencyKey } = call
  if (idempotencyKey !== undefined && !isIdempotencyKey(idempotencyKey))
    return { outcome: 'bad_idempotency_key', standing }

  const cost = callCost(body.length, payload.posts)
  const whole = standing && cost > 1 ? await chargeRest(deps.hookLimit, hook.id, cost, standing) : standing
  if (whole?.admitted === false) return { outcome: 'limited', standing: whole }

  return { standing: whole, ...(await enqueue(deps, hook, payload, call)) }
}

type Reading = { outcome: HookRefusal; detail: string } | { outcome: 'read'; json: string; posts: number }

/** What the body says, at once for a small one, else when its turn comes. */
function read({ largeBodies, maxPosts }: AcceptDeps, hookId: string, body: Uint8Array, call: HookCall) {
  if (body.length > largeFromBytes) return largeBodies.inTurn(hookId, () => judge(body, call, maxPosts()))
  largeBodies.sawSmall()
  return judge(body, call, maxPosts())
}

function judge(body: Uint8Array, { contentType, query }: HookCall, maxPosts: number): Reading {
  const reading = readPayload(body, contentType, query)
  if (reading.outcome !== 'read') return reading
  const tooMany = tooManyPosts(reading.payload, maxPosts)
  if (tooMany !== undefined) return { outcome: 'too_many_posts', detail: tooMany }
  return { outcome: 'read', json: reading.json, posts: estimatePosts(reading.payload) }
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
