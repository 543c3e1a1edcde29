/** The types of objects in audit entries. */
export const auditTargets = [
  'settings',
  'user',
  'team',
  'team_member',
  'channel',
  'hook',
  'app',
  'session',
] as const
export type AuditTarget = (typeof auditTargets)[number]

/**
 * The source of a value in a call: path, query, body or response (nested fields with dots), or
 * the caller.
 */
export type AuditSource =
  | `${'params' | 'query' | 'body' | 'answer'}.${string}`
  | 'caller.user'
  | 'caller.session'

/** What the audit log records about a changing call, besides the caller, the time and the address. */
export type Audit = {
  target: AuditTarget
  /** The target's ID. If it has several parts, they are joined by slashes. Settings have none: the body names them. */
  id?: readonly AuditSource[]
  /** The user name, for calls without a session. */
  user?: AuditSource
  /** More fields to record, as part of the result. Never a secret. */
  notes?: readonly AuditSource[]
  /** Records only the target's ID, because its name is erased. */
  isNameless?: true
}
