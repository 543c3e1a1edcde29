import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from './startup-error.js'

const keyBytes = 32

/**
 * Returns the key in DATA_DIR/secrets-key, creating it if missing: 64 hexadecimal digits, readable by the owner only. It is
 * the only copy, so a damaged file stops the start.
 */
export function keptSecretsKey(dataDir: string): Uint8Array {
  const file = join(dataDir, 'secrets-key')
  if (!existsSync(file)) {
    writeFileSync(`${file}.part`, `${randomBytes(keyBytes).toString('hex')}\n`, { mode: 0o600, flush: true })
    renameSync(`${file}.part`, file)
  }
  const text = readFileSync(file, 'utf8').trim()
  if (!/^[0-9a-f]{64}$/i.test(text))
    throw new StartupError(`${file} is damaged. Restore it from a backup, or set SECRETS_KEY`)
  return Buffer.from(text, 'hex')
}
