import { calls, mailIntervals, ok } from '@posthorn/contract'
import { mailMinutesOf, saveMailMinutes } from '@posthorn/db'
import { serve } from '../../http/serve-calls.js'
import { refused } from '../../refusals/refused.js'

export const getMailDigest = serve(calls.getMailDigest, async ({ deps, caller: { user } }) => {
  const minutes = await mailMinutesOf(deps.db, user.id)
  return { is_available: deps.mail.isOn, every_minutes: mailIntervals.find(one => one === minutes) ?? 0 }
})

export const setMailDigest = serve(calls.setMailDigest, async ({ deps, caller: { user }, body }) => {
  if (!deps.mail.isOn && body.every_minutes > 0) return refused('no_mail')
  await saveMailMinutes(deps.db, user.id, body.every_minutes)
  return ok
})
