import pg from 'pg'
import { Prisma } from '../generated/client.js'

/**
 * The cause of an error, for a delivery that could not be recorded.
 * `payload`: the payload can never be stored, and the same query fails again.
 * `outage`: Postgres, the network or its settings. The same query succeeds later.
 * `unclear`: neither is certain, for example a violated constraint, an internal error or a bug in our code.
 */
export type Fault = 'payload' | 'outage' | 'unclear'

/**
 * SQLSTATEs that a payload can cause: too long, out of range, not UTF-8, invalid for its type or JSON (22xxx), or beyond
 * Postgres's limits for a row, an index entry or nesting (54xxx).
 */
const payloadStates = /^(22(001|003|008|021|030|032|P02|P05)|5400[01])$/

/**
 * Classes of SQLSTATEs that no payload can cause: connection (08), feature or plan (0A), transaction (25, 40), prepared
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

/** Messages and codes of pg and the system for lost connections, which have no SQLSTATE. */
const lostConnection =
  /connection (terminated|is closed|timeout|error)|terminat(ed|ing) connection|not queryable|timeout exceeded|query read timeout|socket hang up|getaddrinfo|SASL|password must be a string|does not support SSL|after calling end on the pool|certificate|\bE(CONN|PIPE|HOST|NET|TIMEDOUT|AI_|NOTFOUND|MFILE|NFILE|NOBUFS|ADDRNOTAVAIL|NOMEM|ACCES|PERM)/i

/** Returns the cause of an error. Only errors with the cause `payload` may use up a delivery's tries. */
export function faultOf(error: unknown): Fault {
  if (error instanceof AggregateError && error.errors.length > 0) return faultOf(error.errors[0])
  const cause = driverCause(error)
  const state = sqlStateOf(cause)
  if (state !== undefined) {
    if (payloadStates.test(state)) return 'payload'
    return outageStates.test(state) ? 'outage' : 'unclear'
  }
  if (cause && outageKinds.has(cause.kind ?? '')) return 'outage'
  if (error instanceof Prisma.PrismaClientInitializationError || isPoolExhausted(error)) return 'outage'
  // if a name has several addresses that all refuse, the error has a code but no message
  const isLost =
    error instanceof Error && lostConnection.test(`${error.message} ${(error as NodeJS.ErrnoException).code}`)
  return isLost ? 'outage' : 'unclear'
}

/** Returns whether the same query may succeed later, without a new version of the schema or of this process. */
export function isTransient(error: unknown): boolean {
  return faultOf(error) === 'outage' && !/^(0A|42)/.test(errorCode(error) ?? '')
}

/** Returns the SQLSTATE of an error of Postgres, or else the system's code, or undefined. */
export function errorCode(error: unknown): string | undefined {
  const { code } = error instanceof Error ? (error as NodeJS.ErrnoException) : {}
  return sqlStateOf(driverCause(error)) ?? (typeof code === 'string' ? code : undefined)
}

function sqlStateOf(cause: DriverCause | undefined): string | undefined {
  const code = cause?.originalCode ?? cause?.code
  return code !== undefined && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}

/**
 * Returns whether a statement timed out, here or in Postgres. That may pass, or its batch may be too large.
 */
export function isTooSlow(error: unknown): boolean {
  return isStatementTimeout(error) || (error instanceof Error && /query read timeout/i.test(error.message))
}

/** Returns whether an interactive transaction got no connection, or lost it, because all were in use for seconds. */
function isPoolExhausted(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2028'
}

/** Returns whether Postgres rolled back a transaction because of a concurrent one: a deadlock, or a serialization failure. */
export function isConflict(error: unknown): boolean {
  const { kind, originalCode = '', code } = driverCause(error) ?? {}
  return kind === 'TransactionWriteConflict' || /^40(001|P01)$/.test(originalCode || (code ?? ''))
}

/** Returns whether a row's name or address is already in use. */
export function isDuplicate(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002'
}

/** Returns whether rows had no partition. */
export function isMissingPartition(error: unknown): boolean {
  return (
    driverCause(error)?.originalCode === '23514' &&
    /no partition of relation/.test(driverCause(error)?.originalMessage ?? '')
  )
}

/** Returns whether waiting for a lock timed out. */
export function isLockTimeout(error: unknown): boolean {
  return driverCause(error)?.originalCode === '55P03'
}

/** Thrown by a query of several statements when all together take longer than one may. */
export class StatementsTimeout extends Error {
  override name = 'StatementsTimeout'
}

/** Returns whether a statement was cancelled because it timed out. */
export function isStatementTimeout(error: unknown): boolean {
  return error instanceof StatementsTimeout || driverCause(error)?.originalCode === '57014'
}

/** Returns whether a table is missing. */
export function isMissingTable(error: unknown): boolean {
  return driverCause(error)?.originalCode === '42P01'
}

/** Why Postgres refuses, for the operator. */
const refusedFor: Record<string, string> = {
  '25006': 'it is read-only',
  '42501': 'the user has no permission to write',
  '53100': 'its disk is full',
  '53300': 'it has no connections left',
  '3D000': 'the database does not exist yet',
  '42P05': 'a pooler in transaction mode needs pgbouncer=true in DATABASE_URL',
  '28P01': 'the password was rejected',
  '28000': 'the user was rejected',
}

/** Describes why a query failed without Postgres's own message, which may quote the query. */
export function describeError(error: unknown): string {
  const code = errorCode(error)
  const known = refusedFor[code ?? '']
  if (known) return known
  const reason = isTransient(error) ? 'no response' : 'an unexpected response'
  return code === undefined ? reason : `${reason} (${code})`
}

/** The same with the SQLSTATE, for `/readyz`. */
export function describeWithCode(error: unknown): string {
  const [code, words] = [errorCode(error), describeError(error)]
  return code === undefined || words.includes(code) ? words : `${words} (${code})`
}

type DriverCause = { kind?: string; code?: string; originalCode?: string; originalMessage?: string }

/** Returns the error of Postgres or the driver adapter, which Prisma wraps differently for raw and for model queries. */
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
