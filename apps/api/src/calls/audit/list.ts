import { calls } from '@posthorn/contract'
import { auditPlaces, listAuditEntries } from '@posthorn/db'
import { serve } from '../../http/serve-calls.js'
import { auditEntryObject } from '../../objects/entry-object.js'
import { auditFilterOf } from './filter.js'

/** The types of objects whose page is in a team. */
const placed = new Set(['channel', 'hook'])

export const listAudit = serve(calls.listAudit, async ({ deps, caller, query }) => {
  const { cursor, limit } = query
  const filter = auditFilterOf(query)
  const before = cursor !== '' && cursor < filter.end ? { ...filter, end: cursor } : filter
  const found = await listAuditEntries(deps.db, before, limit + 1)
  const entries = found.slice(0, limit)
  const ids = entries.flatMap(({ targetType, targetId }) => (placed.has(targetType) ? [targetId] : []))
  const places = await auditPlaces(deps.db, ids, caller.user.id)
  return {
    entries: entries.map(entry => auditEntryObject(entry, places.get(entry.targetId))),
    next: found.length > limit ? (entries.at(-1)?.id ?? '') : '',
  }
})
