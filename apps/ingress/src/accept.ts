import { isMultipart } from '@posthorn/core'
import type { OpenHook } from '@posthorn/db'
import { comparedFormJson, judge, type ReadCall } from '@posthorn/formats'
import { type Admission, isIdempotencyKey } from '@posthorn/queue'
import {
  deadKeyDetails,
  type HookRefused,
  largeFromBytes,
  type Strangers,
  unreadRefusal,
  whyNotFrom,
  whyNotSigned,
} from '@posthorn/server'
import type { Acceptance, AcceptDeps, DeliveryAnswer, HookCall } from './call.js'
import { enqueue } from './enqueue.js'
import { type FormRead, readLongForm, readShortForm } from './forms/read-form.js'
import type { Found } from './hook-cache.js'

/** Runs the checks in the documented order (docs/behaviour.md, sending), which a test asserts, and returns the result. */
export async function accept(deps: AcceptDeps, call: HookCall): Promise<Acceptance> {
  const opening = openHook(deps, call)
  const hook = opening instanceof Promise ? await opening : opening // cached hooks cost no turn of the event loop
  return 'outcome' in hook ? hook : readAndStore(deps, hook, call)
}

const otherHook = "The id in the path is not that of the key's hook."

type Hook = OpenHook['hook']
type Opened = Hook | Acceptance

/** What the body of a call became. `sample`: JSON that nothing could read. */
type Reading = ReadCall | (HookRefused & { sample?: string })

/** Returns what a hook counts for. */
export const ownedHook = ({ id: hookId, ownerId }: Pick<Hook, 'id' | 'ownerId'>) => ({
  hookId,
  ownerId,
})

type OpeningCall = Pick<HookCall, 'key' | 'address' | 'hookId' | 'ownerId' | 'hookInPath'>

/** Returns the hook that a key opens, or why it does not. Counts a call that no hook accepts against its address. */
export function openHook(deps: AcceptDeps, call: OpeningCall): Opened | Promise<Opened> {
  const refuse = (refusal: HookRefused) => countStranger(deps.strangers, call.address, () => refusal)
  if (!deps.hooksEnabled()) return refuse({ outcome: 'switched_off' })
  const open = (hook: Found): Opened | Promise<Opened> => {
    if (hook === 'unavailable') return refuse({ outcome: 'cannot_look_up' })
    if (hook === 'unknown')
      return countStranger(deps.unknownKeys, call.address, () => unknownKey(deps, call.key))
    call.hookId = hook.id
    call.ownerId = hook.ownerId
    if ((call.hookInPath ?? hook.id) !== hook.id)
      return refuse({ outcome: 'no_such_hook', detail: otherHook })
    if (hook.disabledAt > 0) return refuse({ outcome: 'hook_disabled' })
    const refusal = hook.allowFrom && whyNotFrom(hook.allowFrom, call.address)
    if (refusal) return refuse(refusal) // the hook's own rate belongs to the allowed addresses
    const over = deps.entry.hookRate.over(ownedHook(hook))
    return over ? { outcome: 'limited', standing: over } : hook
  }
  const found = deps.hooks.find(call.key)
  return found instanceof Promise ? found.then<Opened>(open) : open(found)
}

/**
 * Counts, reads and stores the call. A call that may cost more than one, or that asks Redis anyway, is counted first. The
 * write that stores a delivery counts all others.
 */
async function readAndStore(deps: AcceptDeps, hook: Hook, call: HookCall): Promise<Acceptance> {
  const count = () => deps.entry.hookRate.count(ownedHook(hook))
  const maybeFiles = deps.forms !== undefined && isMultipart(call.contentType)
  const isCountedFirst = call.maybeLarge || maybeFiles || call.idempotencyKey !== undefined
  const countedFirst = isCountedFirst ? await count() : undefined
  if (countedFirst?.admitted === false) return { outcome: 'limited', standing: countedFirst }

  chooseFormat(hook, call)
  const reading = await readCall(deps, hook, call)
  if (reading.outcome !== 'read') return withStanding(reading, countedFirst ?? (await count()))

  // a key in a sender's own JSON or headers asks Redis as well
  const isKeyed = reading.idempotencyKey !== undefined
  const counted = countedFirst ?? (isKeyed ? await count() : undefined)
  if (counted?.admitted === false) return { outcome: 'limited', standing: counted }

  const answer = await enqueue(deps, hook, { call, reading, counted: counted ? 1 : 0 })
  const isStored = 'delivery' in answer && answer.delivery !== undefined // then its sender must not get a 429
  const standing = answer.standing ?? counted ?? (isStored ? undefined : await count())
  const acceptance = withStanding(answer, standing)
  const adapter = reading.format?.name
  return adapter === undefined
    ? acceptance
    : { sent: { adapter, json: reading.json, hookId: hook.id, channelId: hook.channelId }, ...acceptance }
}

/** The URL's adapter wins over the hook's template, which wins over its adapter. Edits by id are payloads, not senders' JSON. */
function chooseFormat(hook: Hook, call: HookCall): void {
  if (call.adapter !== undefined) return
  if (hook.templateVersion > 0 && call.change === undefined) call.template = hook.templateVersion
  else call.adapter = hook.format || undefined
}

/** Responds 429 to a hook over its rate, whatever else is wrong with the call. */
function withStanding(
  answer: Exclude<Reading, ReadCall> | DeliveryAnswer,
  standing: Admission | undefined,
): Acceptance {
  if (standing?.admitted === false) return { outcome: 'limited', standing }
  return 'standing' in answer && answer.standing === standing ? answer : { ...answer, standing }
}

/** What a deletion stores, which has no body. */
const noBody: ReadCall = { outcome: 'read', json: '', bytes: 0, posts: 1 }

async function readCall(deps: AcceptDeps, hook: Hook, call: HookCall): Promise<Reading> {
  if (call.change?.kind === 'delete') return signatureTrouble(deps, hook, call) ?? checkKey(noBody, call)
  const long = call.longBody && (await readLongForm(deps, hook, call))
  if (long) return judgeForm(deps, hook, call, long)
  const body = await call.readBody(hook.ownerId)
  if (typeof body === 'string') return unreadRefusal(body, call.headers, call.limitBytes)
  if (hook.signature) {
    const trouble = signatureTrouble(deps, hook, call, body)
    if (trouble) return trouble
    call.query = withoutPayload(call.query)
  }
  const form = deps.forms && isMultipart(call.contentType) && (await readShortForm(deps, hook, call, body))
  return form ? judgeForm(deps, hook, call, form) : judgeBody(deps, hook, call, body)
}

/** Judges a form whose files were stored. Such forms are Discord's. */
async function judgeForm(
  deps: AcceptDeps,
  hook: Hook,
  call: HookCall,
  form: NonNullable<FormRead>,
): Promise<Reading> {
  if (form.outcome !== 'json') return form
  call.adapter = 'discord'
  call.contentType = 'application/json'
  const judged = await judgeBody(deps, hook, call, form.body)
  return judged.outcome === 'read'
    ? { ...judged, compared: comparedFormJson(judged.json, form.files) }
    : judged
}

async function judgeBody(deps: AcceptDeps, hook: Hook, call: HookCall, body: Uint8Array): Promise<Reading> {
  const reading = read(deps, hook.ownerId, body, call)
  const payload = reading instanceof Promise ? await reading : reading
  const { 'content-length': length, 'transfer-encoding': coding } = call.headers
  if (payload.outcome === 'unreadable' && body.length === 0 && (length ?? coding) === undefined)
    return { ...payload, detail: noLength }
  return checkKey(payload, call)
}

const noLength = 'The body is empty, because the request has neither Content-Length nor Transfer-Encoding.'

/** Leaves out what would be read in place of the body, because a signature does not cover the URL. */
function withoutPayload(query: string): string {
  const params = new URLSearchParams(query)
  params.delete('payload')
  return params.toString()
}

/** Returns why the call's signature is refused, or undefined. A call without a body signs the empty body. */
export function signatureTrouble(
  { secretBox }: Pick<AcceptDeps, 'secretBox'>,
  { id, signature }: Pick<Hook, 'id' | 'signature'>,
  { headers }: Pick<HookCall, 'headers'>,
  body: Uint8Array = new Uint8Array(),
): HookRefused | undefined {
  return signature ? whyNotSigned(secretBox, { id, signature }, { headers, body }) : undefined
}

function checkKey(payload: Reading, { idempotencyKey }: HookCall): Reading {
  const isBadKey = idempotencyKey !== undefined && !isIdempotencyKey(idempotencyKey)
  return payload.outcome === 'read' && isBadKey ? { outcome: 'bad_idempotency_key' } : payload
}

/** Reads the body, a small one immediately, a large one when it is its turn. */
function read({ largeBodies, maxPosts }: AcceptDeps, ownerId: string, body: Uint8Array, call: HookCall) {
  const { contentType, query, adapter, template, senderHeaders: headers } = call
  const unread = { body, contentType, query, maxPosts: maxPosts(), adapter, template, headers }
  if (body.length > largeFromBytes) return largeBodies.inTurn(ownerId, unread)
  largeBodies.sawSmall()
  return judge(unread)
}

/** Counts a call that no hook accepts against its caller's address. */
async function countStranger(
  limit: Pick<Strangers, 'count'>,
  address: string,
  refusal: () => HookRefused | Promise<HookRefused>,
): Promise<Acceptance> {
  const standing = await limit.count(address)
  if (standing?.admitted === false) return { outcome: 'limited', standing, byAddress: true }
  return { ...(await refusal()), standing }
}

async function unknownKey({ findDeadKey }: AcceptDeps, key: string): Promise<HookRefused> {
  const dead = await findDeadKey(key).catch(() => undefined) // without Postgres, only the detail is missing
  return { outcome: 'no_such_hook', ...(dead && { detail: deadKeyDetails[dead] }) }
}
