import { z } from 'zod'
import { defineCall } from '../../call.js'
import { auditEntriesPerPage, maxAuditEntriesPerPage } from '../../limits.js'
import { AuditPage } from '../../objects/system/audit.js'
import { PageCursor } from '../../parameters.js'
import { auditFilter, common } from './common.js'

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
