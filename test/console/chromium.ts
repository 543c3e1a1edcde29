import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** Two test files may need it at once, but apt runs only once at a time. */
const aptLockSeconds = 600

/** Returns the path of a Chromium: from CHROMIUM, from PATH, or newly installed if root runs this on Debian or Ubuntu. */
export function chromiumPath(): string {
  const { CHROMIUM } = process.env
  if (CHROMIUM) return CHROMIUM
  const found = onPath()
  if (found) return found
  if (process.getuid?.() === 0) {
    apt('update')
    apt('install', '-y', '--no-install-recommends', 'chromium')
  }
  const installed = onPath()
  if (installed) return installed
  throw new Error(
    'The console tests need Chromium, which was not found. Install it (on Debian: apt-get install chromium), or set ' +
      'the environment variable CHROMIUM to its path.',
  )
}

function apt(...args: string[]): void {
  spawnSync('apt-get', ['-qq', '-o', `DPkg::Lock::Timeout=${aptLockSeconds}`, ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: 'ignore',
  })
}

function onPath(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap(name => folders.map(folder => join(folder, name))).find(isProgram)
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
