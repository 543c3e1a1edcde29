import { z } from 'zod'
import { auditTargets } from '../../audit.js'
import { Text, Timestamp } from '../../parameters.js'

/** Filters audit entries. */
export const auditFilter = {
  user: Text.max(64).default('').describe('User name of the person who made the change.'),
  action: Text.max(64).default('').describe('The call’s operationId.'),
  target: z
    .enum(['', ...auditTargets])
    .default('')
    .describe('Type of the changed object.'),
  target_id: Text.max(64).default('').describe('ID of the changed object.'),
  from: Timestamp.optional().describe('Start of the range, in milliseconds since 1970, inclusive.'),
  to: Timestamp.optional().describe('End of the range, in milliseconds since 1970, inclusive.'),
}

export const common = { tag: 'System', allow: 'system_admin', scope: 'read' } as const
