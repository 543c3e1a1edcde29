import { readFileSync } from 'node:fs'

/** Returns the version of this command line. */
export function cliVersion(): string {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version
}
