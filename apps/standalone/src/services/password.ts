import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** The password kept in `file`, made at the first use: 32 random hexadecimal digits, readable by its owner only. */
export function keptPassword(file: string): string {
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  const password = randomBytes(16).toString('hex')
  writeFileSync(file, `${password}\n`, { mode: 0o600 })
  return password
}
