import { setTimeout as delay } from 'node:timers/promises'
import { type ApiError, importLimits } from '@posthorn/contract'
import { exitCodes, Failure } from '../../failure.js'

const mostTries = 8
const longestPauseMs = 30_000

/** Repeats a call of an import, which has no effect a second time, while the server is busy, restarting or away. */
export async function persist<Result>(
  call: () => Promise<Result>,
  note: (text: string) => void,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await call()
    } catch (error) {
      if (tries === mostTries || !isPassing(error)) throw error
      const waitMs = Math.min(longestPauseMs, 500 * 2 ** tries)
      note(`The server does not respond as it should. Waiting ${waitMs / 1000} s …`)
      await delay(waitMs)
    }
  }
}

function isPassing(error: unknown): boolean {
  const { cause } = error as Error
  const failure = [error, cause].find(one => one instanceof Failure)
  if (failure) return failure.code === exitCodes.unreachable
  const { status = 0 } = error as Partial<ApiError>
  return status === 429 || status >= 500
}

/**
 * Sends a batch, or if the server rejects it, its halves, until the records are alone that cannot be sent.
 * @param rejected is called with each of them
 */
export async function sendOrHalve<Item>(
  batch: Item[],
  send: (batch: Item[]) => Promise<void>,
  rejected: (item: Item, error: Error) => void,
): Promise<void> {
  try {
    return await send(batch)
  } catch (error) {
    const [first] = batch
    if (first === undefined || !isRejected(error)) throw error
    if (batch.length === 1) return rejected(first, error as Error)
  }
  const half = Math.ceil(batch.length / 2)
  await sendOrHalve(batch.slice(0, half), send, rejected)
  await sendOrHalve(batch.slice(half), send, rejected)
}

const isRejected = (error: unknown) => [400, 413].includes((error as Partial<ApiError>).status ?? 0)

const { objectsPerCall, bodyBytes, valuesPerBody } = importLimits

/** The rest of a body is for its other fields. */
const usableBytes = bodyBytes * 0.9
const usableValues = valuesPerBody * 0.9

/** Gathers records for one call each, within its limits. A record that exceeds them goes alone. */
export async function* batches<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
): AsyncGenerator<Item[], void> {
  let batch: Item[] = []
  let [bytes, values] = [0, 0]
  for await (const item of items) {
    const ownBytes = Buffer.byteLength(JSON.stringify(item))
    const ownValues = countValues(item)
    const isFull =
      batch.length === objectsPerCall || bytes + ownBytes > usableBytes || values + ownValues > usableValues
    if (isFull && batch.length > 0) {
      yield batch
      batch = []
      bytes = 0
      values = 0
    }
    batch.push(item)
    bytes += ownBytes
    values += ownValues
  }
  if (batch.length > 0) yield batch
}

/** Counts a value with all that is in it. */
function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  let count = 1
  for (const inner of Object.values(value)) count += countValues(inner)
  return count
}
