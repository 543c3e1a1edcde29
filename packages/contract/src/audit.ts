/** What an audit entry can be about. */
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
 * Where something stands in a call: in its path, its query, its body, its answer, further down with more points, or with who
 * makes it.
 */
export type AuditSource =
  | `${'params' | 'query' | 'body' | 'answer'}.${string}`
  | 'caller.user'
  | 'caller.session'

/** What is kept of a call that changes something, beside who made it, when, and from where. */
export type Audit = {
  target: AuditTarget
  /** The target's id; of several parts, with a slash between them. Of settings none: it is those that the body names. */
  id?: readonly AuditSource[]
  /** Who it was, where nobody is logged in before. */
  user?: AuditSource
  /** What else of the call is kept, as a part of what came of it. Never a secret. */
  notes?: readonly AuditSource[]
}
