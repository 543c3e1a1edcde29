import { importLimits } from '@posthorn/contract'

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
