import type { IncomingHttpHeaders } from 'node:http'
import type { OpenHook } from '@posthorn/db'
import {
  addressesIn,
  type HookRefusal,
  type SecretBox,
  signatureHeaders,
  verifySignature,
} from '@posthorn/server'

/** Why a call is refused because of its sender. */
export type SenderRefusal = { outcome: HookRefusal; detail: string }

/** What each cached hook compiles to. Hooks leave the cache when they change. */
const allowed = new WeakMap<object, (address: string) => boolean>()
const opened = new WeakMap<object, string[]>()

/** Returns why a hook with a list of addresses refuses this one, or undefined. */
export function whyNotFrom(ranges: string[], address: string): SenderRefusal | undefined {
  let isAllowed = allowed.get(ranges)
  if (!isAllowed) {
    isAllowed = addressesIn(ranges)
    allowed.set(ranges, isAllowed)
  }
  return isAllowed(address)
    ? undefined
    : { outcome: 'address_not_allowed', detail: `${address} is not among the allowed addresses.` }
}

type Signature = NonNullable<OpenHook['hook']['signature']>
type SignedHook = { id: string; signature: Signature }
type Signed = { headers: IncomingHttpHeaders; body: Uint8Array }

/** Returns why a call of a hook with a signature is refused, or undefined. Fails closed if a secret cannot be decrypted. */
export function whyNotSigned(
  box: SecretBox,
  hook: SignedHook,
  call: Signed,
  nowMs = Date.now(),
): SenderRefusal | undefined {
  const { signature } = hook
  const secrets = secretsOf(box, hook)
  const result = verifySignature(signature, secrets, call, nowMs)
  switch (result.verdict) {
    case 'valid':
      return undefined
    case 'missing':
      if (!signature.required) return undefined
      return { outcome: 'signature_missing', detail: `There is no ${someOf(signatureHeaders(signature))}.` }
    case 'too_old':
      return { outcome: 'signature_too_old', detail: offBy(result.offSeconds, signature.toleranceSeconds) }
    default:
      if (secrets.length < signature.secrets.length) return { outcome: 'cannot_verify', detail: '' }
      return { outcome: 'signature_wrong', detail: wrongIn(signatureHeaders(signature), call.headers) }
  }
}

function offBy(seconds: number, tolerance: number): string {
  return `The signed time is ${Math.round(seconds)} s off. The webhook allows ${tolerance} s.`
}

/** The first two headers of a scheme, which its senders use most. */
const someOf = (headers: string[]) => headers.slice(0, 2).join(' or ')

function wrongIn(headers: string[], given: IncomingHttpHeaders): string {
  return `The signature in ${someOf(headers.filter(name => given[name] !== undefined))} is wrong.`
}

/** Decrypts a cached hook's secrets once. */
function secretsOf(box: SecretBox, { id, signature }: SignedHook): string[] {
  let secrets = opened.get(signature)
  if (!secrets) {
    secrets = signature.secrets.flatMap(sealed => box.open(sealed, id) ?? [])
    opened.set(signature, secrets)
  }
  return secrets
}
