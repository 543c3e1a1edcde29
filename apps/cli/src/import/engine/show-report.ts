import type { Output, TableColumn } from '../../output/output.js'
import type { Report } from './report.js'

type Row = ReturnType<Report['rows']>[number]

const columns: TableColumn<Row>[] = [
  ['KIND', row => row.id],
  ['CREATED', row => row.created],
  ['KNOWN', row => row.known],
  ['MATCHED', row => row.matched],
  ['SKIPPED', row => row.skipped],
]

const mostReasons = 20

/** Prints the counts, and why objects were matched or skipped. */
export function showReport(out: Output, report: Report): void {
  if (out.stderr.isTTY) out.note('')
  out.rows(report.rows(), columns, 'There is nothing to import.')
  for (const [reason, count] of report.reasons().slice(0, mostReasons)) out.note(`${count} × ${reason}`)
  for (const warning of report.warnings) out.warn(`Warning: ${warning}`)
  const what = report.about.isDryRun ? 'Nothing was imported. The report' : 'The report'
  out.note(`${what} is in ${report.file}.`)
}
