import { randomBytes } from 'node:crypto'
import type { calls, OutputOf } from '@posthorn/contract'
import type { SealedSecret } from '@posthorn/db'
import type { ApiDeps } from '../../deps.js'
import { type Refused, refused } from '../../refusals/refused.js'

type Wanted = NonNullable<OutputOf<typeof calls.setHookSignature.body>['signature']>

/** A secret to store. `secret` is absent if an earlier call set it. */
export type HookSecret = SealedSecret & { secret?: string }

type Stored = { scheme: string | undefined; secrets: SealedSecret[] }
type Choosing = { id: string; stored: Stored; wanted: Wanted }

/** Returns the wanted secrets of a hook, encrypted: new ones, and those of the stored ones that it keeps. */
export function secretsFor(
  { secretBox, nowMs }: Pick<ApiDeps, 'secretBox' | 'nowMs'>,
  { id, stored, wanted }: Choosing,
): HookSecret[] | Refused<'bad_signature_secret' | 'no_secrets_key'> {
  const now = nowMs()
  const secrets: HookSecret[] = []
  for (const [index, one] of wanted.secrets.entries()) {
    if ('set_at' in one) {
      const kept = mayKeep(stored, wanted)
        ? stored.secrets.find(({ setAt }) => setAt === one.set_at)
        : undefined
      if (!kept || secrets.includes(kept)) return refused('bad_signature_secret')
      secrets.push(kept)
      continue
    }
    const secret = 'secret' in one ? one.secret : newHookSecret(wanted.scheme)
    if (!isUsable(wanted.scheme, secret) || secrets.some(other => other.secret === secret))
      return refused('bad_signature_secret')
    const sealed = secretBox.seal(secret, id)
    if (sealed === undefined) return refused('no_secrets_key')
    secrets.push({ sealed, setAt: now + index, secret }) // two secrets of one call have different times
  }
  return secrets
}

/** A secret of another scheme may be no key of Standard Webhooks. */
function mayKeep(stored: Stored, { scheme }: Wanted): boolean {
  return scheme !== 'standard' || stored.scheme === scheme
}

const signingPrefix = 'whsec_'
const newSecretBytes = 32
/** Standard Webhooks wants at least 24, and some senders have fewer. */
const leastKeyBytes = 16

function newHookSecret(scheme: string): string {
  if (scheme === 'standard') return `${signingPrefix}${randomBytes(newSecretBytes).toString('base64')}`
  return randomBytes(newSecretBytes).toString('hex')
}

/** Returns whether the secret is a key of Standard Webhooks wherever it is read as one. */
function isUsable(scheme: string, secret: string): boolean {
  const isKey = scheme === 'standard' || (scheme === 'gitlab' && secret.startsWith(signingPrefix))
  if (!isKey) return true
  const encoded = secret.startsWith(signingPrefix) ? secret.slice(signingPrefix.length) : secret
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) return false
  return Buffer.from(encoded, 'base64').length >= leastKeyBytes
}
