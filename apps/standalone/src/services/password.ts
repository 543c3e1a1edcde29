import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** Returns the password in `file`, creating it if missing: 32 random hexadecimal digits, readable by the owner only. */
export function keptPassword(file: string): string {
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  const password = randomBytes(16).toString('hex')
  writeFileSync(file, `${password}\n`, { mode: 0o600 })
  return password
}
