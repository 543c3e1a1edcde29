import pg from 'pg'
import { Prisma } from '../generated/client.js'

/**
 * Whose fault an error is, for a delivery that could not be recorded.
 * `payload`: what the payload says can never be stored; the same query fails again.
 * `outage`: Postgres, the way to it or its settings; the same query goes through later.
 * `unclear`: not known to be either, such as a violated constraint, an internal error or a mistake in our own code.
 */
export type Fault = 'payload' | 'outage' | 'unclear'

/**
 * The SQLSTATEs that a text can cause, whoever stores it: too long, out of range, not UTF-8, not what a type or JSON
 * takes (22xxx), and beyond Postgres's own limits for a row, an index entry or nesting (54xxx).
 */
const payloadStates = /^(22(001|003|008|021|030|032|P02|P05)|5400[01])$/

/**
 * Classes of SQLSTATEs that no payload causes: connection (08), feature or plan (0A), transaction (25, 40), prepared
 * statement lost by a pooler (26), login (28), database or schema missing (3D, 3F), privilege, table or column missing
 * while migrating (42), resources (53), locks (55), intervention and timeouts (57), files (58), snapshot (72), configuration (F0).
 */
const outageStates = /^(08|0A|25|26|28|3D|3F|40|42|53|55|57|58|72|F0)/

const outageKinds = new Set([
  'AuthenticationFailed',
  'ConnectionClosed',
  'DatabaseAccessDenied',
  'DatabaseDoesNotExist',
  'DatabaseNotReachable',
  'SocketTimeout',
  'TlsConnectionError',
  'TooManyConnections',
  'TransactionWriteConflict',
])

/** What pg and the system say about a connection; these errors have no SQLSTATE. */
const lostConnection =
  /connection (terminated|is closed|timeout|error)|terminat(ed|ing) connection|not queryable|timeout exceeded|query read timeout|socket hang up|getaddrinfo|SASL|password must be a string|does not support SSL|after calling end on the pool|certificate|\bE(CONN|PIPE|HOST|NET|TIMEDOUT|AI_|NOTFOUND|MFILE|NFILE|NOBUFS|ADDRNOTAVAIL|NOMEM|ACCES|PERM)/i

/** Whose fault it is that a delivery could not be recorded: only `payload` may ever use up its tries. */
export function faultOf(error: unknown): Fault {
  if (error instanceof AggregateError && error.errors.length > 0) return faultOf(error.errors[0])
  const cause = driverCause(error)
  const state = sqlStateOf(cause)
  if (state !== undefined) {
    if (payloadStates.test(state)) return 'payload'
    return outageStates.test(state) ? 'outage' : 'unclear'
  }
  if (cause && outageKinds.has(cause.kind ?? '')) return 'outage'
  if (error instanceof Prisma.PrismaClientInitializationError || isOutOfTurns(error)) return 'outage'
  // a name with several addresses that all refuse has no message but a code
  const isLost =
    error instanceof Error && lostConnection.test(`${error.message} ${(error as NodeJS.ErrnoException).code}`)
  return isLost ? 'outage' : 'unclear'
}

/** True when the same query may go through later, unchanged, without a new version of the schema or of this process. */
export function isTransient(error: unknown): boolean {
  return faultOf(error) === 'outage' && !/^(0A|42)/.test(errorCode(error) ?? '')
}

/** The SQLSTATE of an error of Postgres, else the code that the system gave it, else undefined. */
export function errorCode(error: unknown): string | undefined {
  const { code } = error instanceof Error ? (error as NodeJS.ErrnoException) : {}
  return sqlStateOf(driverCause(error)) ?? (typeof code === 'string' ? code : undefined)
}

function sqlStateOf(cause: DriverCause | undefined): string | undefined {
  const code = cause?.originalCode ?? cause?.code
  return code !== undefined && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}

/**
 * True when a statement takes longer than it may, here or in Postgres: that may pass, or its batch may be too large for it.
 */
export function isTooSlow(error: unknown): boolean {
  return isStatementTimeout(error) || (error instanceof Error && /query read timeout/i.test(error.message))
}

/** A transaction of several steps got no connection, or lost it, because all of them were taken for seconds. */
function isOutOfTurns(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2028'
}

/** True when Postgres ended a transaction because of others at the same time: a deadlock, or a serialization failure. */
export function isConflict(error: unknown): boolean {
  const { kind, originalCode = '', code } = driverCause(error) ?? {}
  return kind === 'TransactionWriteConflict' || /^40(001|P01)$/.test(originalCode || (code ?? ''))
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
  '25006': 'it is read-only',
  '42501': 'the user may not write',
  '53100': 'its disk is full',
  '53300': 'it takes no more connections',
  '3D000': 'the database does not exist yet',
  '28P01': 'the password is not accepted',
  '28000': 'the user is not accepted',
}

/** Why a look at Postgres failed, in our own words: its own may quote what was asked. */
export function describeError(error: unknown): string {
  const code = errorCode(error)
  const words = refusedFor[code ?? '']
  if (words) return words
  const what = isTransient(error) ? 'no answer' : 'an answer that was not expected'
  return code === undefined ? what : `${what} (${code})`
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
