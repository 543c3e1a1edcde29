import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sayIfOffline } from './offline.js'
import { root } from './root.js'
import { runQuiet } from './run-quiet.js'

/** @typedef {{ version?: string, optional?: boolean, devOptional?: boolean }} Package */

/** npm's own record of what it installed, written last. */
const installedList = join(root, 'node_modules', '.package-lock.json')

/** Whether node_modules matches package-lock.json. */
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
  const stopAsking = sayIfOffline(npm(), log)
  await runQuiet({
    log,
    doing: `Installing dependencies (${first ? 'first time' : 'they have changed'}, about a minute) …`,
    done: 'Dependencies installed',
    failed:
      'Installing the dependencies (npm ci) failed. See above. Check that the package registry is reachable, then try again',
    command: npm(),
    // with NODE_ENV=production, npm would leave out the build tools
    args: ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'],
    // any existing file stops Prisma's install script from downloading an engine that we don't use
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath },
  }).finally(stopAsking)
}

/** @param {string} file @returns {Record<string, Package>} */
function packagesIn(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages ?? {}
}

/** Returns the npm that runs us, else the one on the PATH. */
function npm() {
  const cli = process.env.npm_execpath
  return cli?.endsWith('npm-cli.js') ? [process.execPath, cli] : ['npm']
}
