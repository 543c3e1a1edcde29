import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { HookRefused } from '../refusals/hooks.js'
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

/** How a hook's sender signs its calls. Header names are in lower case, and empty for the scheme's own. */
type SignatureRule = { scheme: string; header: string; timestampHeader: string }

/**
 * What a call's headers claim: signatures of SHA-256's length, of which one must match, over `before` and the body.
 * `signedAtSeconds`: the signed time. `token`: a secret that is sent as it is, in place of signatures.
 */
type Claim = { signatures: Buffer[]; before?: string; signedAtSeconds?: number; token?: string }

/**
 * A scheme. `headers` lists those that can have the signature. `read` returns what they claim to somebody with this secret,
 * or undefined if that is nothing.
 */
type Scheme = {
  headers: (rule: SignatureRule) => string[]
  read: (headers: IncomingHttpHeaders, rule: SignatureRule, secret: string) => Claim | undefined
}

/** What Gitea, Forgejo, Bitbucket and Jira use, besides GitHub's header. A sender may send several of them. */
const likeGithub = ['x-hub-signature-256', 'x-gitea-signature', 'x-forgejo-signature', 'x-hub-signature']
const [gitlab, grafana, stripe, slack] = [
  'x-gitlab-token',
  'x-grafana-alerting-signature',
  'stripe-signature',
  'x-slack-signature',
] as const
const standard = 'webhook-signature'

/** The schemes by name. Each follows its sender's documentation (docs/behaviour.md, signatures). */
const schemes: Readonly<Record<string, Scheme>> = {
  github: ofBody(() => likeGithub),
  gitlab: {
    headers: () => [gitlab, standard],
    read: (headers, _rule, secret) => (isSigningSecret(secret) ? readStandard(headers) : readToken(headers)),
  },
  grafana: { headers: grafanaHeaders, read: readGrafana },
  stripe: { headers: () => [stripe], read: readStripe },
  slack: { headers: () => [slack], read: readSlack },
  pagerduty: ofBody(() => ['x-pagerduty-signature']),
  sentry: ofBody(() => ['sentry-hook-signature']),
  standard: { headers: () => [standard], read: readStandard },
  hmac: ofBody(({ header }) => [header]),
}

/** The headers that can have a signature of this rule. None for a scheme that only another version knows. */
const signatureHeaders = (rule: SignatureRule): string[] => schemes[rule.scheme]?.headers(rule) ?? []

const signingPrefix = 'whsec_'

/** Whether a secret is a key of Standard Webhooks: base64 after `whsec_`. */
const isSigningSecret = (secret: string) => secret.startsWith(signingPrefix)

/** Returns the key of the HMAC. Only Standard Webhooks, which GitLab uses as well, encode it. */
function hmacKey(scheme: string, secret: string): Buffer {
  const isEncoded = scheme === 'standard' || (scheme === 'gitlab' && isSigningSecret(secret))
  if (!isEncoded) return Buffer.from(secret)
  return Buffer.from(isSigningSecret(secret) ? secret.slice(signingPrefix.length) : secret, 'base64')
}

type HeaderValue = string | string[] | undefined

/** Signatures of the body alone. An empty header is a signature that matches nothing. */
function ofBody(headersOf: Scheme['headers']): Scheme {
  return {
    headers: headersOf,
    read: (headers, rule) => ({
      signatures: headersOf(rule).flatMap(name => signaturesIn(String(headers[name] ?? '').split(','))),
    }),
  }
}

/** Reads signatures in hex or base64, with or without the name of their algorithm or version. Leaves out others. */
function signaturesIn(texts: string[]): Buffer[] {
  return texts.flatMap(text => {
    const value = text.trim().replace(/^(?:sha256|v\d)=/i, '')
    if (/^[0-9a-f]{64}$/i.test(value)) return [Buffer.from(value, 'hex')]
    return /^[A-Za-z0-9+/]{43}=$/.test(value) ? [Buffer.from(value, 'base64')] : []
  })
}

/** Unix seconds, or undefined. */
function secondsIn(text: HeaderValue): number | undefined {
  return typeof text === 'string' && /^\d{1,12}$/.test(text) ? Number(text) : undefined
}

function readToken(headers: IncomingHttpHeaders): Claim | undefined {
  const token = headers[gitlab]
  return token === undefined ? undefined : { signatures: [], token: String(token) }
}

function grafanaHeaders({ header }: SignatureRule): string[] {
  return [header || grafana]
}

function readGrafana(headers: IncomingHttpHeaders, rule: SignatureRule): Claim | undefined {
  const signatures = grafanaHeaders(rule).flatMap(name => signaturesIn([String(headers[name])]))
  if (rule.timestampHeader === '') return { signatures }
  return signedAt(signatures, headers[rule.timestampHeader], text => `${text}:`)
}

function readSlack(headers: IncomingHttpHeaders): Claim | undefined {
  const signatures = signaturesIn([String(headers[slack])])
  return signedAt(signatures, headers['x-slack-request-timestamp'], text => `v0:${text}:`)
}

function readStripe(headers: IncomingHttpHeaders): Claim | undefined {
  const parts = String(headers[stripe])
    .split(',')
    .map(part => part.trim())
  const signatures = signaturesIn(parts.filter(part => part.startsWith('v1=')))
  return signedAt(signatures, parts.find(part => part.startsWith('t='))?.slice(2), text => `${text}.`)
}

function readStandard(headers: IncomingHttpHeaders): Claim | undefined {
  const parts = String(headers[standard]).split(' ')
  const signatures = signaturesIn(parts.flatMap(part => (part.startsWith('v1,') ? [part.slice(3)] : [])))
  const id = headers['webhook-id']
  return signedAt(signatures, headers['webhook-timestamp'], text => `${id}.${text}.`)
}

/** Adds the time that is signed with the body. Without one, the signatures are of nothing. */
function signedAt(
  signatures: Buffer[],
  text: HeaderValue,
  before: (text: string) => string,
): Claim | undefined {
  const signedAtSeconds = secondsIn(text)
  return signedAtSeconds === undefined
    ? undefined
    : { signatures, signedAtSeconds, before: before(String(text)) }
}
