import { z } from 'zod'
import { defineCall } from '../../call.js'
import { maxExportedAuditEntries } from '../../limits.js'
import { auditFilter, common } from './common.js'

/** Not among the calls of the client: a file for people to keep. */
export const exportAudit = defineCall({
  ...common,
  operationId: 'exportAudit',
  route: 'GET /admin/audit/export',
  summary: 'Who changed what, as a file',
  description:
    `The newest ${maxExportedAuditEntries} entries that match: the same as the list has, a line each. In CSV a cell that a ` +
    'spreadsheet would take for a formula begins with an apostrophe. A file that does not end has lost its connection.',
  query: z.object({ ...auditFilter, format: z.enum(['csv', 'jsonl']).default('csv') }),
  answerTypes: ['text/csv', 'application/jsonl'],
  answers: 'The entries, the newest first.',
  errors: ['search_busy', 'search_too_slow'],
})
