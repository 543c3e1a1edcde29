import { z } from 'zod'
import { defineCall } from '../../call.js'
import { maxExportedAuditEntries } from '../../limits.js'
import { auditFilter, common } from './common.js'

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
