import type { IncomingHttpHeaders } from 'node:http'

/** How a hook's sender signs its calls. Header names are in lower case, and empty for the scheme's own. */
export type SignatureRule = { scheme: string; header: string; timestampHeader: string }

/**
 * What a call's headers claim: signatures of SHA-256's length, of which one must match, over `before` and the body.
 * `signedAtSeconds`: the signed time. `token`: a secret that is sent as it is, in place of signatures.
 */
export type Claim = { signatures: Buffer[]; before?: string; signedAtSeconds?: number; token?: string }

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
export const schemes: Readonly<Record<string, Scheme>> = {
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
export const signatureHeaders = (rule: SignatureRule): string[] => schemes[rule.scheme]?.headers(rule) ?? []

const signingPrefix = 'whsec_'

/** Whether a secret is a key of Standard Webhooks: base64 after `whsec_`. */
const isSigningSecret = (secret: string) => secret.startsWith(signingPrefix)

/** Returns the key of the HMAC. Only Standard Webhooks, which GitLab uses as well, encode it. */
export function hmacKey(scheme: string, secret: string): Buffer {
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
