import type { ImportedRow } from '@posthorn/contract'
import { formatNumber } from '../format/locale.js'
import { Badge } from '../ui/badge.js'
import { Button } from '../ui/button.js'
import { Table } from '../ui/list.js'

/** The result of each imported row, errors first, with the passwords of new accounts. */
export function ImportedRows({ rows }: { rows: ImportedRow[] }) {
  const made = rows.filter(({ user_id }) => user_id !== '')
  const failed = rows.filter(({ user_id }) => user_id === '')
  return (
    <section aria-label="Import results" className="flex flex-col gap-4">
      <p role="status">
        {formatNumber(made.length)} created, {formatNumber(failed.length)} failed.
      </p>
      {made.length > 0 && (
        <div className="flex flex-wrap items-center gap-3">
          <Button icon="arrow-down" look="primary" onClick={() => download(made)}>
            Download the first passwords
          </Button>
          <p className="text-sm text-quiet">
            Only this page shows them. You can’t get them after you leave it.
          </p>
        </div>
      )}
      <Table label="Rows">
        <thead>
          <tr>
            <th className="whitespace-nowrap">Line</th>
            <th className="whitespace-nowrap">User name</th>
            <th>Result</th>
          </tr>
        </thead>
        <tbody>
          {[...failed, ...made].map(row => (
            <tr key={row.line}>
              <td className="tabular-nums">{row.line}</td>
              <td className="whitespace-nowrap">{row.username}</td>
              <td>{row.user_id ? <Badge look="good">Created</Badge> : row.message}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  )
}

function download(rows: ImportedRow[]): void {
  const address = URL.createObjectURL(new Blob([passwordsFile(rows)], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = address
  link.download = 'first-passwords.csv'
  link.click()
  URL.revokeObjectURL(address)
}

/** Returns the first passwords as CSV, escaped so that no spreadsheet reads a formula. */
export function passwordsFile(rows: Pick<ImportedRow, 'username' | 'email' | 'password'>[]): string {
  const lines = rows.map(({ username, email, password }) => [username, email, password].map(cell).join(','))
  return ['username,email,first_password', ...lines, ''].join('\r\n')
}

function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
