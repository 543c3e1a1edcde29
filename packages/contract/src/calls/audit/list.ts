import { z } from 'zod'
import { defineCall } from '../../call.js'
import { auditEntriesPerPage, maxAuditEntriesPerPage } from '../../limits.js'
import { AuditPage } from '../../objects/audit.js'
import { Id } from '../../parameters.js'
import { auditFilter, common } from './common.js'

export const listAudit = defineCall({
  ...common,
  operationId: 'listAudit',
  searchedBy: ['action', 'target'],
  route: 'GET /admin/audit',
  summary: 'Who changed what',
  description:
    'The newest first: every change of settings, users, teams, channels, hooks, apps and sessions that was made by a call, ' +
    'with what it was before and after. No secret is in it. Entries are kept for AuditDays.',
  query: z.object({
    ...auditFilter,
    cursor: Id.or(z.literal('')).default('').describe('The `next` of the page before.'),
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(maxAuditEntriesPerPage)
      .default(auditEntriesPerPage)
      .describe(`${auditEntriesPerPage}, if nothing is said.`),
  }),
  answer: AuditPage,
  answers: 'A page of entries.',
})
