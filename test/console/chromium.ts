import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** Two test files may want it at once, and apt works for one at a time. */
const aptLockSeconds = 600

/** Where a Chromium is: the one that CHROMIUM names, one of the PATH, or, as root on Debian and Ubuntu, a new one. */
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
    'The tests of the console need a Chromium, and there is none: install it (on Debian: apt-get install chromium), or ' +
      'name one in the variable CHROMIUM.',
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
