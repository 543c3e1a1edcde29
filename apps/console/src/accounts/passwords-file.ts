import type { ImportedRow } from '@posthorn/contract'

/** The first passwords as a file of comma-separated values, which no spreadsheet takes for formulas. */
export function passwordsFile(rows: Pick<ImportedRow, 'username' | 'email' | 'password'>[]): string {
  const lines = rows.map(({ username, email, password }) => [username, email, password].map(cell).join(','))
  return ['username,email,first_password', ...lines, ''].join('\r\n')
}

function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
