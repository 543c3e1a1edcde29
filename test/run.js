#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { prepare } from '../apps/standalone/bin/prepare.js'
import { explain } from '../apps/standalone/bin/steps/explain.js'
import { root } from '../apps/standalone/bin/steps/root.js'
import { startupError } from '../apps/standalone/bin/steps/startup-error.js'
import { count, failures, filesToRunAgain, readReport, replaced } from './again.js'
import { runMark, sweep } from './sweep.js'

/** Ctrl-C in a terminal reaches us twice, from the terminal and from npm, and counts once. */
const sameSignalMs = 1_000
const log = (/** @type {string} */ line) => console.log(line)

/** Programs that are no tests. They get the remaining arguments. */
const scripts = new Map([
  ['attack', 'test/attack/main.ts'],
  ['bench', 'test/bench/main.ts'],
  ['faults', 'test/faults/main.ts'],
  ['notice', 'test/notice/main.ts'],
  ['pictures', 'test/pictures/main.ts'],
  ['scale', 'test/scale/main.ts'],
])

/** The tests that start services, but not those that take minutes. Turborepo runs the unit tests of each workspace. */
const integration = ['--project', 'services', '--project', 'patient']

/**
 * `node test/run.js` runs the tests with vitest's arguments, `… check` everything that CI runs on each commit, `… system` the
 * tests that it runs each night, `… bench` the bench, and so on.
 */
async function run(/** @type {string[]} */ args) {
  await prepare({ log })
  if (args[0] === 'check') return clean(temp => testAll(temp, 'check'))
  if (args[0] === 'system') return clean(temp => test(['--project', 'system', ...args.slice(1)], temp))
  const script = scripts.get(args[0] ?? '')
  if (script) return clean(temp => node(['--import', 'tsx', script, ...args.slice(1)], temp))
  return clean(temp => (args.length > 0 ? test(args, temp) : testAll(temp, 'test')))
}

/** Runs vitest with arguments. @param {string[]} args @param {string} temp */
async function test(args, temp) {
  const { code, files } = await vitest(args, temp)
  return end(files, code)
}

/**
 * Runs a task of every workspace, which includes the unit tests, then the integration tests in one run. Of these, some failed
 * files run again, once and alone.
 *
 * @param {string} temp @param {'test' | 'check'} task
 */
async function testAll(temp, task) {
  const ofTask = await workspaces(task, temp)
  const first = await vitest(integration, temp)
  first.files.push(...unitFiles())
  first.code ||= ofTask
  const again = filesToRunAgain(first.files)
  if (again.length === 0) return end(first.files, first.code)
  log(`── Running again, alone: ${again.join(', ')}`)
  const alone = await vitest(['--no-file-parallelism', ...again], temp)
  alone.code ||= ofTask
  const files = replaced(first.files, alone.files)
  const left = failures(files)
  const passedAlone = failures(first.files).filter(one => !left.includes(one))
  if (passedAlone.length > 0) log(`── Failed among other tests, passed alone:\n${passedAlone.join('\n')}`)
  return end(files, alone.code)
}

/** Runs a task of every workspace. @param {string} task @param {string} temp @returns {Promise<number>} its exit code */
function workspaces(task, temp) {
  process.env.TURBO_TELEMETRY_DISABLED = '1'
  return node(
    [bin('turbo', 'turbo'), 'run', task, '--continue', '--concurrency=2', '--output-logs=new-only'],
    temp,
  )
}

/** The results of the unit tests, as Turborepo ran or remembered them. */
const unitFiles = () =>
  ['apps', 'packages']
    .flatMap(folder =>
      readdirSync(join(root, folder)).map(name => join(root, folder, name, '.unit/report.json')),
    )
    .filter(existsSync)
    .flatMap(readReport)

/** @param {string[]} args @param {string} temp */
async function vitest(args, temp) {
  const report = join(temp, 'report.json')
  rmSync(report, { force: true })
  const config = ['--config', 'test/vitest.config.ts', '--root', '.']
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await node([bin('vitest', 'vitest'), 'run', ...config, ...reporters, ...args], temp)
  if (!existsSync(report)) throw startupError('vitest exited without a report')
  return { code, files: readReport(report) }
}

/** Prints the counts as the last line. @param {import('./again.js').FileResult[]} files @param {number} code */
function end(files, code) {
  const { passed, failed, skipped } = count(files)
  process.once('exit', () =>
    log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`),
  )
  return code
}

/**
 * Gives `work` a temporary folder. Afterwards, deletes the folder and ends all remaining processes.
 *
 * @param {(temp: string) => Promise<number>} work resolves to the exit code
 */
async function clean(work) {
  const temp = temporary(tmpdir())
  const memory = hasRoom(sharedMemory) ? temporary(sharedMemory) : undefined
  if (memory !== undefined) process.env.TEST_DATABASES_DIR = memory
  try {
    process.exitCode = await work(temp)
  } finally {
    await sweep(log)
    for (const folder of [temp, memory ?? temp]) rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {string} parent */
function temporary(parent) {
  const folder = mkdtempSync(join(parent, 'posthorn-'))
  chmodSync(folder, 0o711) // if root runs the tests, Postgres's own user must reach its folder
  return folder
}

/** Linux's files in memory. Each test copies a database of 600 files, which takes a disk ten times as long. */
const sharedMemory = '/dev/shm'
/** The databases of a run take a tenth of this. */
const leastMemoryBytes = 4 * 1024 ** 3

/** @param {string} folder */
function hasRoom(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= leastMemoryBytes
  } catch {
    return false
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
