import type { ApiError } from '@posthorn/contract'

/** What each exit code means (docs/cli.md). */
export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
  unreachable: 3,
  notLoggedIn: 4,
  rejected: 5,
  unknown: 6,
  interrupted: 130,
} as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** An expected failure: what happened, what to do next, and the exit code. */
export class Failure extends Error {
  override name = 'Failure'

  constructor(
    message: string,
    readonly next = '',
    readonly code: ExitCode = exitCodes.failed,
  ) {
    super(message)
  }
}

/** Returns a mistake in the arguments. */
export function usageFailure(message: string, next = ''): Failure {
  return new Failure(message, next, exitCodes.usage)
}

/** Returns the failure that an error of the API means to the person at the terminal. */
export function failureOf(error: ApiError): Failure {
  if (error.cause instanceof Failure) return error.cause
  if (error.status === 401)
    return new Failure(
      'Your session has expired, or was ended.',
      'Log in again: posthorn login',
      exitCodes.notLoggedIn,
    )
  if (error.status === 429)
    return new Failure('Too many requests.', `Try again in ${error.retryAfterSeconds ?? 60} s.`)
  const log = error.status < 500 ? '' : `The server’s log has more: request ID ${error.requestId}`
  return new Failure(error.message, error.detailedError || log)
}

const howToReach = 'Check that Posthorn runs, and the address: posthorn whoami --all'

/** Returns the failure of a server that does not respond. */
export function unreachable(url: string, cause: unknown, next = howToReach): Failure {
  const { cause: inner } = cause as { cause?: NodeJS.ErrnoException }
  const reason = inner?.code ?? inner?.message ?? (cause as Error).message
  return new Failure(`Cannot reach ${url} (${reason}).`, next, exitCodes.unreachable)
}
