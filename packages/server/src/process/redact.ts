import { certificateTrouble } from '@posthorn/core'

const longestMessage = 500

/** Removes secrets from a text: the user and password of a URL, what follows in a hook's path, a token. */
export function withoutSecrets(text: string): string {
  return text
    .replace(/(\w+:\/\/)[^\s/@]*@/g, '$1[redacted]@')
    .replace(/((?:hooks|services)(?:\/|%2f))[^\s?"'`]+/gi, '$1[redacted]')
    .replace(/\b(bearer|token)\s+\S+/gi, '$1 [redacted]')
}

/** Returns an error's message without secrets, at most 500 characters long. */
export function reasonOf(error: unknown): string {
  // a connection that several addresses refused has its reasons one level down
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ')
  const message = certificateTrouble(error) ?? (error instanceof Error ? error.message : String(error))
  // Prisma's messages begin with an empty line and the call with its arguments, and end with the reason
  const reason = message.startsWith('\n') ? (message.trim().split('\n').at(-1) ?? '') : message
  return withoutSecrets(reason).slice(0, longestMessage)
}

export type LoggedError = {
  type: string
  message: string
  code?: string
  stack?: string
  cause?: LoggedError
}

/**
 * Returns the fields of an error that are logged, and no others: errors of Redis's client contain the command with its
 * password or payload, those of Postgres's client the row, and that of an invalid URL the URL.
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

/** Returns the frames of a stack without the message that it begins with. */
function framesOf({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter(line => /^ {4}at /.test(line))
    .join('\n')
}
