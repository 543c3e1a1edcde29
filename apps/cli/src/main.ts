import { inspect } from 'node:util'
import type { ApiError } from '@posthorn/contract'
import { CommanderError } from 'commander'
import { cliVersion } from './context.js'
import { type ExitCode, exitCodes, Failure, failureOf } from './failure.js'
import { printable } from './output/printable.js'
import { buildProgram } from './program.js'

/** Runs the command line. Resolves with the exit code. */
async function main(words: string[]): Promise<ExitCode> {
  try {
    const program = await buildProgram(words)
    await program.version(cliVersion()).parseAsync(words, { from: 'user' })
    return exitCodes.ok
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage
    return explain(error as Error)
  }
}

/** Prints what happened and what to do next. Anything that nobody foresaw is printed in full. */
function explain(error: Error): ExitCode {
  const failure = error.name === 'ApiError' ? failureOf(error as ApiError) : error
  if (!(failure instanceof Failure)) {
    process.stderr.write(printable(`${inspect(error)}\n`))
    return exitCodes.failed
  }
  const next = failure.next === '' ? '' : `\n${failure.next}`
  process.stderr.write(printable(`Error: ${failure.message}${next}\n`))
  return failure.code
}

/** A reader such as `head` may have enough. */
process.stdout.on('error', error => {
  process.exit((error as NodeJS.ErrnoException).code === 'EPIPE' ? exitCodes.ok : exitCodes.failed)
})
process.once('SIGINT', () => process.exit(exitCodes.interrupted))
process.exitCode = await main(process.argv.slice(2))
