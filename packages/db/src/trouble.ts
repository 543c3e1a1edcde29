import { Prisma } from './generated/client.js'

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
  /connection (terminated|is closed|timeout)|terminat(ed|ing) connection|timeout exceeded|query read timeout|socket hang up|ECONN|EPIPE/i

/** True when the same query may go through later, unchanged. */
export function isPassing(error: unknown): boolean {
  const cause = driverCause(error)
  if (
    cause &&
    (passingKinds.has(cause.kind ?? '') || passingStates.test(cause.originalCode ?? cause.code ?? ''))
  )
    return true
  if (error instanceof Prisma.PrismaClientInitializationError) return true
  return error instanceof Error && lostConnection.test(error.message)
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

type DriverCause = { kind?: string; code?: string; originalCode?: string; originalMessage?: string }

/** What the driver adapter said; Prisma wraps it differently for raw and for model queries. */
function driverCause(error: unknown): DriverCause | undefined {
  if (!(error instanceof Error)) return undefined
  if (error.cause !== null && typeof error.cause === 'object' && 'kind' in error.cause)
    return error.cause as DriverCause
  if (error.cause instanceof Error) return driverCause(error.cause)
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return undefined
  const wrapped = error.meta?.driverAdapterError
  return wrapped === undefined ? undefined : driverCause(wrapped)
}
