const longestMessage = 500

/** A text without what could open something: the user and password of a URL, the key in a hook's path, a token. */
export function withoutSecrets(text: string): string {
  return text
    .replace(/(\w+:\/\/)[^\s/@]*@/g, '$1[redacted]@')
    .replace(/(hooks(?:\/|%2f))[^\s/?"'`]+/gi, '$1[redacted]')
    .replace(/\b(bearer|token)\s+\S+/gi, '$1 [redacted]')
}

/** What went wrong, in words, without a stack and without secrets. */
export function reasonOf(error: unknown): string {
  // a connection refused at several addresses hides its reasons one level down
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ')
  const message = error instanceof Error ? error.message : String(error)
  // Prisma begins with an empty line and the call, whose arguments may be anybody's, and says last what is wrong
  const said = message.startsWith('\n') ? (message.trim().split('\n').at(-1) ?? '') : message
  return withoutSecrets(said).slice(0, longestMessage)
}

export type LoggedError = {
  type: string
  message: string
  code?: string
  stack?: string
  cause?: LoggedError
}

/**
 * An error as the log has it. Only what is named here: the errors of Redis's client hold the command with its password
 * or payload, those of Postgres's the row, that of a wrong URL the URL.
 */
export function loggedError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: reasonOf(error) }
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    message: reasonOf(error),
    ...(typeof code === 'string' && { code }),
    stack: framesOf(error),
    ...(error.cause instanceof Error && { cause: loggedError(error.cause) }),
  }
}

/** Where it happened, without the message that a stack begins with. */
function framesOf({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter(line => /^ {4}at /.test(line))
    .join('\n')
}
