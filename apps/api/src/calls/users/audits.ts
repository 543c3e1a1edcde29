import { calls, maxUserAudits, type UserAuditObject } from '@posthorn/contract'
import { findUser, type ListedAuditEntry, listAuditEntries } from '@posthorn/db'
import { serve } from '../../http/serve-calls.js'
import { mayManage } from '../../objects/profiles.js'
import { refused } from '../../refusals/refused.js'
import { auditFilterOf } from '../audit/filter.js'

export const listUserAudits = serve(calls.listUserAudits, async ({ deps, caller, params }) => {
  if (!mayManage(caller.user, params.user)) return refused('no_permission_api')
  const user = await findUser(deps.db, params.user)
  if (!user) return refused('no_such_user')
  const filter = auditFilterOf({ user: user.username, action: '', target: '', target_id: '' })
  return (await listAuditEntries(deps.db, filter, maxUserAudits)).map(userAuditObject)
})

function userAuditObject(entry: ListedAuditEntry): UserAuditObject {
  const { id, createAt, userId, action, targetType, targetId, address } = entry
  const extra_info = `${targetType} ${targetId}`.trim()
  return { id, create_at: createAt, user_id: userId, action, extra_info, ip_address: address, session_id: '' }
}
