#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { prepare } from '../apps/standalone/bin/prepare.js'
import { explain } from '../apps/standalone/bin/steps/explain.js'
import { root } from '../apps/standalone/bin/steps/root.js'
import { startupError } from '../apps/standalone/bin/steps/startup-error.js'
import { runMark, sweep } from './sweep.js'

/** Ctrl-C in a terminal reaches us twice, from the terminal and from npm, and counts once. */
const sameSignalMs = 1_000
const log = (/** @type {string} */ line) => console.log(line)

/** Programs that are no tests. They get the remaining arguments. */
const scripts = new Map([
  ['attack', 'test/attack/main.ts'],
  ['bench', 'test/bench/main.ts'],
  ['faults', 'test/faults/main.ts'],
  ['pictures', 'test/pictures/main.ts'],
  ['scale', 'test/scale/main.ts'],
])

/** Without arguments, everything but the tests that take minutes. */
const inMinutes = ['--project', '!system']

/**
 * `node test/run.js` runs the tests with vitest's arguments, `… check` everything that CI runs on each commit, `… system` the
 * tests that it runs each night, `… bench` the bench, and so on.
 */
async function run(/** @type {string[]} */ args) {
  await prepare({ log })
  if (args[0] === 'check') return check()
  if (args[0] === 'system') return clean(temp => test(['--project', 'system', ...args.slice(1)], temp))
  const script = scripts.get(args[0] ?? '')
  if (script) return clean(temp => node(['--import', 'tsx', script, ...args.slice(1)], temp))
  return clean(temp => test(args.length > 0 ? args : inMinutes, temp))
}

async function check() {
  await step('lint', [bin('@biomejs/biome', 'biome'), 'check'])
  await step('types', [bin('typescript', 'tsc'), '-b', 'test'])
  await step('compose file', [bin('dclint', 'dclint'), 'docker-compose.yml'])
  log('── tests')
  return clean(temp => test(inMinutes, temp))
}

/** @param {string} name @param {string[]} command */
async function step(name, command) {
  log(`── ${name}`)
  if ((await node(command, tmpdir())) !== 0) throw startupError(`── ${name}: failed`)
}

/**
 * Runs vitest, and prints the counts of its report at the end.
 *
 * @param {string[]} args @param {string} temp
 */
async function test(args, temp) {
  const report = join(temp, 'report.json')
  const config = ['--config', 'test/vitest.config.ts', '--root', '.']
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await node([bin('vitest', 'vitest'), 'run', ...config, ...reporters, ...args], temp)
  if (!existsSync(report)) throw startupError('vitest exited without a report')
  const counts = countsOf(report)
  process.once('exit', () => log(counts))
  return code
}

/** Counts a test file that could not be loaded as a failed test. @param {string} report */
function countsOf(report) {
  const counted = JSON.parse(readFileSync(report, 'utf8'))
  const failedIn = (/** @type {{ status: string }[]} */ tests) =>
    tests.some(({ status }) => status === 'failed')
  const unloaded = counted.testResults.filter(
    (/** @type {{ status: string, assertionResults: { status: string }[] }} */ file) =>
      file.status === 'failed' && !failedIn(file.assertionResults),
  )
  const skipped = counted.numPendingTests + counted.numTodoTests
  const failed = counted.numFailedTests + unloaded.length
  return `${counted.numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/**
 * Gives `work` a temporary folder. Afterwards, deletes the folder and ends all remaining processes.
 *
 * @param {(temp: string) => Promise<number>} work resolves to the exit code
 */
async function clean(work) {
  const temp = mkdtempSync(join(tmpdir(), 'posthorn-'))
  chmodSync(temp, 0o711) // if root runs the tests, Postgres's own user must reach its folder
  try {
    process.exitCode = await work(temp)
  } finally {
    await sweep(log)
    rmSync(temp, { recursive: true, force: true })
  }
}

/**
 * Returns the script behind a package's command, so that it runs without a shell and npx.
 *
 * @param {string} name @param {string} command
 */
function bin(name, command) {
  const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`)
  return join(dirname(manifest), JSON.parse(readFileSync(manifest, 'utf8')).bin[command])
}

/**
 * Runs Node until it exits, and passes on the first stop signal. A later one kills it.
 *
 * @param {string[]} args @param {string} temp
 * @returns {Promise<number>} its exit code
 */
async function node(args, temp) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...runMark, TMPDIR: temp },
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  })
  let first = 0
  const passOn = (/** @type {NodeJS.Signals} */ signal) => {
    first ||= performance.now()
    child.kill(performance.now() - first > sameSignalMs ? 'SIGKILL' : signal)
  }
  process.on('SIGINT', passOn).on('SIGTERM', passOn)
  const [code] = await once(child, 'exit')
  process.off('SIGINT', passOn).off('SIGTERM', passOn)
  if (first > 0) throw startupError('Interrupted')
  return code ?? 1
}

run(process.argv.slice(2)).catch(explain)
