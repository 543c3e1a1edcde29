import { calls } from '@posthorn/contract'
import { listAuditEntries } from '@posthorn/db'
import { serve } from '../../http/serve-calls.js'
import { auditEntryObject } from '../../objects/entry-object.js'
import { auditFilterOf } from './filter.js'

export const listAudit = serve(calls.listAudit, async ({ deps, query }) => {
  const { cursor, limit } = query
  const filter = auditFilterOf(query)
  const before = cursor !== '' && cursor < filter.end ? { ...filter, end: cursor } : filter
  const found = await listAuditEntries(deps.db, before, limit + 1)
  const entries = found.slice(0, limit)
  return {
    entries: entries.map(auditEntryObject),
    next: found.length > limit ? (entries.at(-1)?.id ?? '') : '',
  }
})
