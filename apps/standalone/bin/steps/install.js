import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.js'
import { runQuiet } from './run-quiet.js'

/** @typedef {{ version?: string, optional?: boolean, devOptional?: boolean }} Package */

/** What npm installed, by its own account, written last. */
const installedList = join(root, 'node_modules', '.package-lock.json')

/** Whether node_modules holds what package-lock.json says. */
export function isInstalled() {
  if (!existsSync(installedList)) return false
  const installed = packagesIn(installedList)
  return Object.entries(packagesIn(join(root, 'package-lock.json'))).every(
    ([path, { version, optional }]) => {
      const there = installed[path]
      return path === '' || (there === undefined ? optional === true : there.version === version)
    },
  )
}

/** @param {(line: string) => void} log */
export async function install(log) {
  const first = !existsSync(installedList)
  await runQuiet({
    log,
    doing: `Installing dependencies (${first ? 'first time' : 'they have changed'}, about a minute) …`,
    done: 'Dependencies installed',
    failed:
      'Installing the dependencies (npm ci) failed, as said above. Is the package registry reachable? Then try again',
    command: npm(),
    // with NODE_ENV=production npm would leave out the tools that build
    args: ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'],
    // any file that exists keeps Prisma's install script from fetching an engine that nothing here uses
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath },
  })
}

/** @param {string} file @returns {Record<string, Package>} */
function packagesIn(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages ?? {}
}

/** The npm that runs us, else the one on the PATH. */
function npm() {
  const cli = process.env.npm_execpath
  return cli?.endsWith('npm-cli.js') ? [process.execPath, cli] : ['npm']
}
