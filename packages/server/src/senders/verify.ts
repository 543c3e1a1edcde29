import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { HookRefused } from '../refusals/hooks.js'
import { type Claim, hmacKey, type SignatureRule, schemes, signatureHeaders } from './claims.js'
import type { SecretBox } from './secret-box.js'

/**
 * `valid`: one signature matches one of the secrets. `missing`: the call has no signature. `too_old`: one matches, but its
 * time differs from the clock by more than the tolerance, `offSeconds`.
 */
export type Verdict = { verdict: 'valid' | 'missing' | 'wrong' } | { verdict: 'too_old'; offSeconds: number }

/** A call as it was received. The body is without its Content-Encoding. */
export type SignedCall = { headers: IncomingHttpHeaders; body: Uint8Array }

type Rule = SignatureRule & { toleranceSeconds: number }

/**
 * Verifies a call's signature over the bytes of its body, in constant time. A scheme that only another version knows verifies
 * nothing.
 */
export function verifySignature(rule: Rule, secrets: string[], call: SignedCall, nowMs: number): Verdict {
  const scheme = schemes[rule.scheme]
  if (!scheme) return { verdict: 'wrong' }
  if (scheme.headers(rule).every(name => call.headers[name] === undefined)) return { verdict: 'missing' }
  for (const secret of secrets) {
    const claim = scheme.read(call.headers, rule, secret)
    if (!claim || !matches(claim, rule.scheme, secret, call.body)) continue
    const offSeconds = Math.abs((claim.signedAtSeconds ?? nowMs / 1000) - nowMs / 1000)
    return offSeconds > rule.toleranceSeconds ? { verdict: 'too_old', offSeconds } : { verdict: 'valid' }
  }
  return { verdict: 'wrong' }
}

function matches(claim: Claim, scheme: string, secret: string, body: Uint8Array): boolean {
  // digests have one length, so that comparing tokens does not show theirs
  if (claim.token !== undefined) return isEqual(digestOf(claim.token, 'latin1'), digestOf(secret, 'utf8'))
  if (claim.signatures.length === 0) return false
  const hmac = createHmac('sha256', hmacKey(scheme, secret))
  if (claim.before !== undefined) hmac.update(claim.before, 'latin1') // as Node decodes headers
  const expected = hmac.update(body).digest()
  return claim.signatures.some(signature => isEqual(signature, expected))
}

const isEqual = (one: Buffer, other: Buffer) => one.length === other.length && timingSafeEqual(one, other)

function digestOf(text: string, encoding: 'latin1' | 'utf8'): Buffer {
  return hash('sha256', Buffer.from(text, encoding), 'buffer')
}

/** `secrets`: sealed. `required`: whether calls without a signature are refused. */
type Signature = Rule & { secrets: string[]; required: boolean }
type SignedHook = { id: string; signature: Signature }

/** The secrets of each cached hook. Hooks leave the cache when they change. */
const opened = new WeakMap<object, string[]>()

/** Returns why a call of a hook with a signature is refused, or undefined. Fails closed if a secret cannot be decrypted. */
export function whyNotSigned(
  box: SecretBox,
  hook: SignedHook,
  call: SignedCall,
  nowMs = Date.now(),
): HookRefused | undefined {
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
