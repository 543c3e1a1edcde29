import { spawn } from 'node:child_process'
import { root } from './root.js'
import { startupError } from './startup-error.js'

const linesShown = 15
const stillAliveMs = 15_000
const orderlyEndMs = 1_000

/**
 * Runs a command in the checkout and shows its output only if it fails. Stops it, and everything it started, when we are
 * asked to stop.
 *
 * @param {{ log: (line: string) => void, doing: string, done: string, failed: string,
 *   command: string[], args: string[], env: NodeJS.ProcessEnv }} step
 */
export async function runQuiet({ log, doing, done, failed, command: [program = '', ...first], args, env }) {
  log(doing)
  const start = performance.now()
  const seconds = () => `${((performance.now() - start) / 1000).toFixed(1)} s`
  const patience = setInterval(() => log(`  … ${seconds()}`), stillAliveMs)
  // its own process group, so that one signal stops npm, turbo and everything they started
  const child = spawn(program, [...first, ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const forget = endWithUs(child)
  const { code, output } = await outcomeOf(child)
  forget()
  clearInterval(patience)
  if (code !== 0) throw startupError(`${shortened(output)}\n${failed}`)
  log(`${done} in ${seconds()}`)
}

/**
 * @param {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, import('node:stream').Readable>} child
 * @returns {Promise<{ code: number | null, output: string }>}
 */
function outcomeOf(child) {
  let output = ''
  const add = (/** @type {string} */ text) => {
    output += text
  }
  child.stdout.setEncoding('utf8').on('data', add)
  child.stderr.setEncoding('utf8').on('data', add)
  return new Promise(resolve => {
    child.once('error', error => resolve({ code: null, output: error.message }))
    child.once('close', code => resolve({ code, output }))
  })
}

/** Returns the informative part of the output: npm puts the cause first, turbo last. @param {string} output */
function shortened(output) {
  const lines = output.trim().split('\n')
  if (lines.length <= 2 * linesShown) return lines.join('\n')
  return [...lines.slice(0, linesShown), '  …', ...lines.slice(-linesShown)].join('\n')
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {() => void} removes the signal handlers
 */
function endWithUs(child) {
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  const end = (/** @type {NodeJS.Signals} */ signal) => {
    const group = -(/** @type {number} */ (child.pid))
    process.kill(group, signal)
    // npm would clean up for many seconds, which the next start does anyway
    setTimeout(() => process.kill(group, 'SIGKILL'), orderlyEndMs)
    child.once('close', () => process.exit(130))
  }
  for (const signal of signals) process.once(signal, end)
  return () => {
    for (const signal of signals) process.removeListener(signal, end)
  }
}
