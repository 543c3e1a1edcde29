import { setFlagsFromString } from 'node:v8'
import { EnvMistakes } from './env.js'
import { loggedError, reasonOf } from './redact.js'

/** How far the heap may grow beyond the live objects before a full collection. */
const growingPercent = 150

/**
 * Lets the heap grow to 2.5 times the live objects. While little is allocated, V8 would let it grow by only a tenth and mark
 * all of it again and again with a thread per core, which delayed calls by 20 to 60 ms.
 */
export function collectSeldom(): void {
  setFlagsFromString(`--heap-growing-percent=${growingPercent}`)
}

/** Errors that only a bug throws, for which the stack is useful. */
const mistakesInCode = [TypeError, ReferenceError, RangeError, SyntaxError]

/**
 * Runs a process's `main`. If it fails, prints one clear line to standard error (one line per invalid variable) and exits
 * with code 1. Bugs are printed with their stack.
 */
export function runMain(main: () => Promise<void>): void {
  collectSeldom()
  main().catch(error => {
    console.error(wordsOf(error))
    process.exit(1)
  })
}

function wordsOf(error: unknown): string {
  if (error instanceof EnvMistakes) return error.message // has no values, but examples that look like passwords
  return mistakesInCode.some(type => error instanceof type) ? stackOf(error as Error) : reasonOf(error)
}

/** Omits the error's own properties: an invalid URL, for example, would come with its password. */
function stackOf(error: Error): string {
  const { type, message, stack = '' } = loggedError(error)
  return `${type}: ${message}\n${stack}`
}
