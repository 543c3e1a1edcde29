import { type AuditEntryObject, exportAudit as exportCall, maxExportedAuditEntries } from '@posthorn/contract'
import { type AuditFilter, type ListedAuditEntry, listAuditEntries } from '@posthorn/db'
import { Download } from '../../http/answers/download.js'
import { serve } from '../../http/serve-calls.js'
import { auditEntryObject } from '../../objects/entry-object.js'
import { Refused } from '../../refusals/refused.js'
import { auditFilterOf } from './filter.js'

/** How many entries are read and held in memory at a time. */
const pageLength = 1000

export const exportAudit = serve(exportCall, async ({ deps, caller, query }) => {
  const format = auditFormats[query.format]
  const read: ReadPage = (filter, limit) =>
    deps.searches.inTurn(caller.user.id, db => listAuditEntries(db, filter, limit))
  const filter = auditFilterOf(query)
  const first = await read(filter, pageLength)
  if (first instanceof Refused) return first
  const name = `audit-${new Date(deps.nowMs()).toISOString().slice(0, 10)}.${query.format}`
  return new Download(format.type, name, linesOf(first, read, filter, format))
})

type ReadPage = (
  filter: AuditFilter,
  limit: number,
) => Promise<ListedAuditEntry[] | Refused<'search_busy' | 'search_too_slow'>>

async function* linesOf(
  first: ListedAuditEntry[],
  read: ReadPage,
  filter: AuditFilter,
  { head, line }: AuditFormat,
): AsyncGenerator<string> {
  if (head !== '') yield head
  let page = first
  for (let left = maxExportedAuditEntries - pageLength; ; left -= pageLength) {
    yield page.map(entry => line(auditEntryObject(entry))).join('')
    const last = page.at(-1)
    if (!last || page.length < pageLength || left <= 0) return
    const next = await read({ ...filter, end: last.id }, Math.min(left, pageLength))
    if (next instanceof Refused) throw new Error(`The export ended early: ${next.refusal}.`)
    page = next
  }
}

/** Cells that begin like this are formulas in a spreadsheet (OWASP, CSV injection). */
const formula = /^[=+\-@\t\r]/

/** How entries are written to a file. */
type AuditFormat = { type: string; head: string; line: (entry: AuditEntryObject) => string }

const columns = {
  time: ({ create_at }: AuditEntryObject) => new Date(create_at).toISOString(),
  user: ({ user }: AuditEntryObject) => user?.username ?? '',
  app: ({ app_id }: AuditEntryObject) => app_id,
  address: ({ address }: AuditEntryObject) => address,
  action: ({ action }: AuditEntryObject) => action,
  target: ({ target }: AuditEntryObject) => target.type,
  target_id: ({ target }: AuditEntryObject) => target.id,
  target_name: ({ target }: AuditEntryObject) => target.name,
  done: ({ done }: AuditEntryObject) => String(done),
  before: ({ before }: AuditEntryObject) => jsonOf(before),
  after: ({ after }: AuditEntryObject) => jsonOf(after),
  request_id: ({ request_id }: AuditEntryObject) => request_id,
}

const jsonOf = (state: AuditEntryObject['before']) => (state === null ? '' : JSON.stringify(state))

const auditFormats: Record<'csv' | 'jsonl', AuditFormat> = {
  csv: {
    type: 'text/csv; charset=utf-8',
    head: csvLine(Object.keys(columns)),
    line: entry => csvLine(Object.values(columns).map(column => column(entry))),
  },
  jsonl: { type: 'application/jsonl', head: '', line: entry => `${JSON.stringify(entry)}\n` },
}

/** Returns a line of RFC 4180 in which every cell is quoted and none is a formula. */
export function csvLine(cells: string[]): string {
  const quoted = cells.map(cell => `"${cell.replace(formula, "'$&").replaceAll('"', '""')}"`)
  return `${quoted.join(',')}\r\n`
}
