import { calls, type HookObject, type OutputOf } from '@posthorn/contract'
import { findHookSecrets, type HookSignature, setHookSignature as store } from '@posthorn/db'
import { serve } from '../../http/serve-calls.js'
import { hookObject } from '../../objects/hook-object.js'
import { Refused, refused } from '../../refusals/refused.js'
import { authorizeHookChange } from './authorize.js'
import { logChange } from './log-change.js'
import { type HookSecret, secretsFor } from './secrets.js'

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
