import { collectSeldom } from './heap.js'
import { loggedError, reasonOf } from './redact.js'

/** What only a mistake in the code throws: there the stack is what helps. */
const mistakesInCode = [TypeError, ReferenceError, RangeError, SyntaxError]

/**
 * Runs a process's `main`. Whatever else keeps it from starting is said in one clear line on standard error (a wrong
 * environment: one line a mistake), and the exit code is 1.
 */
export function runMain(main: () => Promise<void>): void {
  collectSeldom()
  main().catch(error => {
    console.error(mistakesInCode.some(type => error instanceof type) ? stackOf(error) : reasonOf(error))
    process.exit(1)
  })
}

/** Not the error itself, whose properties may be anything: a URL that cannot be read comes with its password. */
function stackOf(error: Error): string {
  const { type, message, stack = '' } = loggedError(error)
  return `${type}: ${message}\n${stack}`
}
