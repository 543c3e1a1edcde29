import { type AuditFilter, idsBetween } from '@posthorn/db'

type Query = {
  user: string
  action: string
  target: string
  target_id: string
  from?: number | undefined
  to?: number | undefined
}

/** Returns the filter that a call's query asks for. */
export function auditFilterOf({ user, action, target, target_id, from, to }: Query): AuditFilter {
  const { first, end } = idsBetween(from ?? 0, to ?? Number.MAX_SAFE_INTEGER)
  return { username: user.toLowerCase(), action, targetType: target, targetId: target_id, first, end }
}
