import { exportAudit as exportCall, maxExportedAuditEntries } from '@posthorn/contract'
import { type AuditFilter, type Db, listAuditEntries } from '@posthorn/db'
import { Download } from '../../http/answers/download.js'
import { serve } from '../../http/serve-calls.js'
import { auditEntryObject } from './entry-object.js'
import { auditFilterOf } from './filter.js'
import { type AuditFormat, auditFormats } from './formats.js'

/** Read, and held in memory, at once. */
const pageLength = 1000

export const exportAudit = serve(exportCall, async ({ deps, query }) => {
  const format = auditFormats[query.format]
  const name = `audit-${new Date(deps.nowMs()).toISOString().slice(0, 10)}.${query.format}`
  return new Download(format.type, name, linesOf(deps.db, auditFilterOf(query), format))
})

async function* linesOf(db: Db, filter: AuditFilter, { head, line }: AuditFormat): AsyncGenerator<string> {
  if (head !== '') yield head
  let { end } = filter
  for (let left: number = maxExportedAuditEntries; left > 0; left -= pageLength) {
    const page = await listAuditEntries(db, { ...filter, end }, Math.min(left, pageLength))
    yield page.map(entry => line(auditEntryObject(entry))).join('')
    const last = page.at(-1)
    if (!last || page.length < pageLength) return
    end = last.id
  }
}
