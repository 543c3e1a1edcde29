import type { AuditEntryObject } from '@posthorn/contract'

/** Cells that begin like this are formulas in a spreadsheet (OWASP, CSV injection). */
const formula = /^[=+\-@\t\r]/

/** How entries are written to a file. */
export type AuditFormat = { type: string; head: string; line: (entry: AuditEntryObject) => string }

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

export const auditFormats: Record<'csv' | 'jsonl', AuditFormat> = {
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
