import { execFile } from 'node:child_process'
import { root } from './root.js'

const askAfterMs = 14_000
/** Long enough for npm to start on a busy machine, which takes seconds. */
const answerWithinMs = 15_000

/**
 * Says within 30 s that npm cannot reach its registry, because npm tries for minutes without a word. Asks with npm itself, which
 * knows the registry and the proxy.
 *
 * @param {string[]} npm the command
 * @param {(line: string) => void} log
 * @returns {() => void} stops it
 */
export function sayIfOffline([program = '', ...first], log) {
  const stopped = new AbortController()
  const ask = () => {
    const quick = ['--fetch-retries=0', `--fetch-timeout=${answerWithinMs}`]
    const args = [...first, 'ping', '--loglevel=error', ...quick] // with `npm --silent`, it would say no cause
    const options = { cwd: root, signal: stopped.signal, timeout: answerWithinMs }
    execFile(program, args, options, (error, _, stderr) => {
      const cause = error && !stopped.signal.aborted ? causeIn(stderr) : undefined
      if (cause)
        log(
          `  npm cannot reach its registry (${cause}). Check the network, and npm's settings registry and proxy. It tries again …`,
        )
    })
  }
  const timer = setTimeout(ask, askAfterMs)
  return () => {
    clearTimeout(timer)
    stopped.abort()
  }
}

/** Returns the code of a network error. A registry that responds with an error, such as E404, is reached. @param {string} stderr */
function causeIn(stderr) {
  const [, code = 'no answer'] = /error code (\w+)/.exec(stderr) ?? []
  return /^E\d{3}$/.test(code) ? undefined : code
}
