import type { ImportedRow } from '@posthorn/contract'

/** Returns the first passwords as CSV, escaped so that no spreadsheet reads a formula. */
export function passwordsFile(rows: Pick<ImportedRow, 'username' | 'email' | 'password'>[]): string {
  const lines = rows.map(({ username, email, password }) => [username, email, password].map(cell).join(','))
  return ['username,email,first_password', ...lines, ''].join('\r\n')
}

function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
