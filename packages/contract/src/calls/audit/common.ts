import { z } from 'zod'
import { auditTargets } from '../../audit.js'
import { Text, Timestamp } from '../../parameters.js'

/** Which entries are meant. */
export const auditFilter = {
  user: Text.max(64).default('').describe('The user name of who made the change.'),
  action: Text.max(64).default('').describe('The call’s operationId.'),
  target: z
    .enum(['', ...auditTargets])
    .default('')
    .describe('What the change was made to.'),
  target_id: Text.max(64).default('').describe('Of which one.'),
  from: Timestamp.optional().describe('Milliseconds since 1970: not before.'),
  to: Timestamp.optional().describe('Milliseconds since 1970: not after.'),
}

export const common = { tag: 'System', allow: 'system_admin', scope: 'read' } as const
