import { z } from 'zod'
import { auditTargets } from '../../audit.js'
import { filterText, orEmpty, Timestamp } from '../../parameters.js'

/** Filters audit entries. */
export const auditFilter = {
  user: filterText(64).describe('User name of the person who made the change.'),
  action: filterText(64).describe('The call’s operationId.'),
  target: orEmpty(z.enum(auditTargets)).describe('Type of the changed object.'),
  target_id: filterText(64).describe('ID of the changed object.'),
  from: Timestamp.optional().describe('Start of the range, in milliseconds since 1970, inclusive.'),
  to: Timestamp.optional().describe('End of the range, in milliseconds since 1970, inclusive.'),
}

export const common = { tag: 'System', allow: 'system_admin', scope: 'read' } as const
