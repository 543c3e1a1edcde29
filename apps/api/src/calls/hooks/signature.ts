import { randomBytes } from 'node:crypto'
import { calls, type HookObject, type OutputOf } from '@posthorn/contract'
import {
  findHookSecrets,
  type HookSignature,
  type SealedSecret,
  setHookSignature as store,
} from '@posthorn/db'
import type { ApiDeps } from '../../deps.js'
import { serve } from '../../http/serve-calls.js'
import { hookObject } from '../../objects/hook-object.js'
import { Refused, refused } from '../../refusals/refused.js'
import { authorizeHookChange } from './authorize.js'
import { logChange } from './log-change.js'

type Signing = OutputOf<typeof calls.setHookSignature.body>['signature']

/** The only answer that contains secrets, so no cache may store it. */
export const setHookSignature = serve(calls.setHookSignature, async context => {
  const { deps, caller, teamId, body, reply } = context
  const { id, signature: wanted } = body
  const hook = await authorizeHookChange(deps, caller.user, { teamId, id })
  if (hook instanceof Refused) return hook
  if (wanted && !hasRightHeaders(wanted)) return refused('bad_signature_header')
  const stored = await findHookSecrets(deps.db, hook.id)
  const secrets = wanted ? secretsFor(deps, { id: hook.id, stored, wanted }) : []
  if (secrets instanceof Refused) return secrets
  const changed = await store(deps.db, hook.id, {
    change: { signature: signatureOf(wanted, secrets), secrets: secrets.map(({ sealed }) => sealed) },
    before: stored.secrets.map(({ sealed }) => sealed),
    nowMs: deps.nowMs(),
  })
  if (!changed) return refused('signature_changed')
  logChange(context, wanted ? 'hook signature set' : 'hook signature removed', changed)
  reply.header('cache-control', 'no-store')
  return withSecrets(hookObject(changed), secrets)
})

/** Only `hmac` needs the name of its header, and only Grafana lets its users choose any. */
function hasRightHeaders({ scheme, header, timestamp_header }: NonNullable<Signing>): boolean {
  if (scheme === 'grafana') return true
  return timestamp_header === '' && (header !== '') === (scheme === 'hmac')
}

function signatureOf(wanted: Signing, secrets: HookSecret[]): HookSignature | null {
  if (!wanted) return null
  const { scheme, header, timestamp_header, tolerance_s, required } = wanted
  const secretsSetAt = secrets.map(({ setAt }) => setAt)
  const rule = { scheme, header, timestampHeader: timestamp_header, toleranceSeconds: tolerance_s }
  return { ...rule, required, secretsSetAt }
}

/** Adds the secrets that this call has set. */
function withSecrets({ signature, ...hook }: HookObject, secrets: HookSecret[]): HookObject {
  if (!signature) return { ...hook, signature }
  const shown = secrets.map(({ setAt: set_at, secret }) => ({
    set_at,
    ...(secret !== undefined && { secret }),
  }))
  return { ...hook, signature: { ...signature, secrets: shown } }
}

type Wanted = NonNullable<OutputOf<typeof calls.setHookSignature.body>['signature']>

/** A secret to store. `secret` is absent if an earlier call set it. */
type HookSecret = SealedSecret & { secret?: string }

type Stored = { scheme: string | undefined; secrets: SealedSecret[] }
type Choosing = { id: string; stored: Stored; wanted: Wanted }

/** Returns the wanted secrets of a hook, encrypted: new ones, and those of the stored ones that it keeps. */
function secretsFor(
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
