#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, watch } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { prepare } from './prepare.js'
import { explain } from './steps/explain.js'
import { root } from './steps/root.js'

/** A build writes many files, so we restart when it has paused. */
const quietMs = 500
const log = (/** @type {string} */ line) => console.log(line)

/**
 * Recompiles and restarts after each change, except of the database schema. Postgres and Redis restart quickly and keep
 * their data.
 */
async function dev() {
  await prepare({ log })
  const compiler = startCompiler()
  const vite = startVite()
  let main = startMain()
  const restart = async () => {
    log('Something changed. Restarting')
    await stop(main)
    main = startMain()
  }
  const forget = onChange(builtFolders(), restart)
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, async () => {
      forget()
      process.kill(-Number(compiler.pid), 'SIGTERM')
      vite.kill('SIGTERM')
      await stop(main)
      process.exit(0)
    })
  }
}

/**
 * Starts one compiler for everything that `npm start` runs, which is faster than Turbo's one per workspace. It is a group
 * of two processes, because the script only starts a program.
 */
function startCompiler() {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const args = ['-b', 'apps/standalone', '--watch', '--preserveWatchOutput']
  return spawn(process.execPath, [tsc, ...args], { cwd: root, stdio: 'inherit', detached: true })
}

/** Starts in its own process group, so that Ctrl-C reaches it only through us. */
function startMain() {
  return spawn(process.execPath, [join(root, 'apps/standalone/dist/main.js')], {
    cwd: root,
    stdio: 'inherit',
    detached: true,
  })
}

/** @param {import('node:child_process').ChildProcess} child */
async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** Starts Vite, which serves the console's sources at its own address and proxies the API. */
function startVite() {
  const vite = join(
    dirname(createRequire(join(root, 'apps/console/x')).resolve('vite/package.json')),
    'bin/vite.js',
  )
  return spawn(process.execPath, [vite], { cwd: join(root, 'apps/console'), stdio: 'inherit' })
}

/** Returns the `dist` folders of everything that is built. */
function builtFolders() {
  return ['apps', 'packages']
    .flatMap(group => readdirSync(join(root, group)).map(name => join(root, group, name, 'dist')))
    .filter(folder => existsSync(folder))
}

/** @param {string[]} folders @param {() => void} act */
function onChange(folders, act) {
  /** @type {NodeJS.Timeout | undefined} */
  let soon
  const changed = (/** @type {string} */ _, /** @type {string | null} */ file) => {
    if (!file?.endsWith('.js')) return
    clearTimeout(soon)
    soon = setTimeout(act, quietMs)
  }
  const watchers = folders.map(folder => watch(folder, { recursive: true }, changed))
  return () => {
    clearTimeout(soon)
    for (const watcher of watchers) watcher.close()
  }
}

dev().catch(explain)
