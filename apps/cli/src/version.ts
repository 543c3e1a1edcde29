import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The built files are in one folder, as deep as this file. */
const folder = new URL('../', import.meta.url)

/** Returns the version of this command line. */
export function cliVersion(): string {
  return JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')).version
}

/** The script that makes and restores backups. */
export const backupScript = fileURLToPath(new URL('../standalone/bin/backup.js', folder))
