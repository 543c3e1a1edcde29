import { calls, mailIntervals, ok } from '@posthorn/contract'
import { mailMinutesOf, saveMailMinutes, type User } from '@posthorn/db'
import type { ApiDeps } from '../../deps.js'
import { serve } from '../../http/serve-calls.js'
import { refused } from '../../refusals/refused.js'

export const getMailDigest = serve(calls.getMailDigest, async ({ deps, caller: { user } }) => {
  const minutes = await mailMinutesOf(deps.db, user.id)
  const reason = reasonFor(deps, user)
  const every_minutes = mailIntervals.find(one => one === minutes) ?? 0
  return { is_available: reason === '', reason, every_minutes }
})

export const setMailDigest = serve(calls.setMailDigest, async ({ deps, caller: { user }, body }) => {
  const reason = body.every_minutes > 0 ? reasonFor(deps, user) : ''
  if (reason !== '') return refused(reason === 'no_server' ? 'no_mail' : 'own_mail_address')
  await saveMailMinutes(deps.db, user.id, body.every_minutes)
  return ok
})

/** Why the user can get no e-mails. Addresses that users choose are unverified, and may belong to others. */
function reasonFor({ mail }: ApiDeps, user: User): '' | 'no_server' | 'own_address' {
  if (!mail.isOn) return 'no_server'
  return user.requestedEmail === '' ? '' : 'own_address'
}
