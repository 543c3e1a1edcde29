import { z } from 'zod'
import { auditTargets } from '../../audit.js'
import { defineCall } from '../../call.js'
import { auditEntriesPerPage, maxAuditEntriesPerPage, maxExportedAuditEntries } from '../../limits.js'
import { AuditPage } from '../../objects/system/audit.js'
import { filterText, orEmpty, PageCursor, Timestamp } from '../../parameters.js'

/** Filters audit entries. */
const auditFilter = {
  user: filterText(64).describe('User name of the person who made the change.'),
  action: filterText(64).describe('The call’s operationId.'),
  target: orEmpty(z.enum(auditTargets)).describe('Type of the changed object.'),
  target_id: filterText(64).describe('ID of the changed object.'),
  from: Timestamp.optional().describe('Start of the range, in milliseconds since 1970, inclusive.'),
  to: Timestamp.optional().describe('End of the range, in milliseconds since 1970, inclusive.'),
}

const common = { tag: 'System', allow: 'system_admin', scope: 'read' } as const

export const listAudit = defineCall({
  ...common,
  operationId: 'listAudit',
  searchedBy: ['action', 'target'],
  route: 'GET /admin/audit',
  summary: 'List audit entries',
  description:
    'Newest first. Records every change to settings, users, teams, channels, hooks, apps and sessions made ' +
    'through the API, with the values before and after. Secrets are never included. Entries are deleted ' +
    'after AuditDays.',
  query: z.object({
    ...auditFilter,
    cursor: PageCursor,
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(maxAuditEntriesPerPage)
      .default(auditEntriesPerPage)
      .describe(`${auditEntriesPerPage} by default.`),
  }),
  answer: AuditPage,
  answers: 'A page of entries.',
})

/** Not a call of the typed client, because it returns a file to download. */
export const exportAudit = defineCall({
  ...common,
  operationId: 'exportAudit',
  route: 'GET /admin/audit/export',
  summary: 'Export audit entries as a file',
  description:
    `Exports the newest ${maxExportedAuditEntries} matching entries, one per line. In CSV, cells that ` +
    'spreadsheets could read as formulas begin with an apostrophe. A truncated file means that the connection broke.',
  query: z.object({ ...auditFilter, format: z.enum(['csv', 'jsonl']).default('csv') }),
  answerTypes: ['text/csv', 'application/jsonl'],
  answers: 'The entries, newest first.',
  errors: ['search_busy', 'search_too_slow'],
})
