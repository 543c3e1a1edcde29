import pg from 'pg'
import { Prisma } from '../generated/client.js'

/**
 * Trouble that is ours passes by itself: a lost connection, Postgres starting or stopping (57P0x), out of resources
 * (53xxx), a serialization failure (40001) or a deadlock (40P01). Anything else comes from what was asked.
 */
const passingKinds = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
  'TransactionWriteConflict',
  'TlsConnectionError',
])
const passingStates = /^(57P0\d|53\d{3}|08\d{3}|40001|40P01)$/
const lostConnection =
  /connection (terminated|is closed|timeout|error)|terminat(ed|ing) connection|timeout exceeded|query read timeout|socket hang up|ECONN|EPIPE|EHOST|ENET|ETIMEDOUT|EAI_AGAIN|ENOTFOUND/i

/** True when the same query may go through later, unchanged. */
export function isTransient(error: unknown): boolean {
  const cause = driverCause(error)
  if (
    cause &&
    (passingKinds.has(cause.kind ?? '') || passingStates.test(cause.originalCode ?? cause.code ?? ''))
  )
    return true
  if (error instanceof Prisma.PrismaClientInitializationError || isOutOfTurns(error)) return true
  // a name with several addresses that all refuse has no message but a code
  return (
    error instanceof Error && lostConnection.test(`${error.message} ${(error as NodeJS.ErrnoException).code}`)
  )
}

/** A transaction of several steps got no connection, or lost it, because all of them were taken for seconds. */
function isOutOfTurns(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2028'
}

/** True when a row would have had a name or an address that another has. */
export function isDuplicate(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002'
}

/** True when rows had no partition to go to. */
export function isMissingPartition(error: unknown): boolean {
  return (
    driverCause(error)?.originalCode === '23514' &&
    /no partition of relation/.test(driverCause(error)?.originalMessage ?? '')
  )
}

/** True when somebody else held a lock for longer than was to be waited. */
export function isLockTimeout(error: unknown): boolean {
  return driverCause(error)?.originalCode === '55P03'
}

/** True when a statement took longer than it was given. */
export function isStatementTimeout(error: unknown): boolean {
  return driverCause(error)?.originalCode === '57014'
}

/** True when a table that was asked for is not there. */
export function isMissingTable(error: unknown): boolean {
  return driverCause(error)?.originalCode === '42P01'
}

/** What Postgres refuses a connection for, in words for whoever set it up. */
const refusedFor: Record<string, string> = {
  '3D000': 'the database does not exist yet',
  '28P01': 'the password is not accepted',
  '28000': 'the user is not accepted',
}

/** Why a look at Postgres failed, in our own words: its own may quote what was asked. */
export function describeError(error: unknown): string {
  const { originalCode, code } = driverCause(error) ?? {}
  const words = refusedFor[originalCode ?? code ?? '']
  if (words) return words
  return isTransient(error) ? 'no answer' : 'an answer that was not expected'
}

type DriverCause = { kind?: string; code?: string; originalCode?: string; originalMessage?: string }

/** What Postgres or the driver adapter said; Prisma wraps it differently for raw and for model queries. */
function driverCause(error: unknown): DriverCause | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof pg.DatabaseError)
    return { ...(error.code && { originalCode: error.code }), originalMessage: error.message }
  if (error.cause !== null && typeof error.cause === 'object' && 'kind' in error.cause)
    return error.cause as DriverCause
  if (error.cause instanceof Error) return driverCause(error.cause)
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return undefined
  const wrapped = error.meta?.driverAdapterError
  return wrapped === undefined ? undefined : driverCause(wrapped)
}
