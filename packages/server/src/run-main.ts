/** What only a mistake in the code throws: there the stack is what helps. */
const mistakesInCode = [TypeError, ReferenceError, RangeError, SyntaxError]

/**
 * Runs a process's `main`. Whatever else keeps it from starting is said in one clear line on standard error (a wrong
 * environment: one line a mistake), and the exit code is 1.
 */
export function runMain(main: () => Promise<void>): void {
  main().catch(error => {
    console.error(mistakesInCode.some(type => error instanceof type) ? error : reasonOf(error))
    process.exit(1)
  })
}

/** What went wrong, in words, without a stack. */
export function reasonOf(error: unknown): string {
  // a connection refused at several addresses hides its reasons one level down
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ')
  const message = error instanceof Error ? error.message : String(error)
  // Prisma begins with an empty line and the call, and says last what is wrong
  return message.startsWith('\n') ? (message.trim().split('\n').at(-1) ?? '') : message
}
