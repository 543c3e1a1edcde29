import { idsBetween, replayablePage } from '@posthorn/db'
import { newId } from '@posthorn/server'
import { expect, test } from 'vitest'
import { startWorld } from '../support/world.js'

const mib = 1024 * 1024

test('reads rejected deliveries in pages of a few megabytes, with at least one of any size', async () => {
  const { db } = await startWorld({ workerLater: true })
  const { first: after, end } = idsBetween(0, Date.now() + 60_000)
  const sizes = [1, 3, 3, 9, 3, 1]
  const ids = sizes.map(() => newId())
  for (const [index, size] of sizes.entries()) {
    const rejected = { outcome: 'rejected', reason: 'unknown_channel', payload: 'x'.repeat(size * mib) }
    await db.delivery.create({
      data: { id: ids[index] ?? '', hookId: 'h', teamId: 't', settledAt: 1, requestId: 'r', ...rejected },
    })
  }
  const pages: string[][] = []
  for (let last = after; ; last = pages.at(-1)?.at(-1) ?? '') {
    const { deliveries } = await replayablePage(db, { hookId: 'h', outcome: 'rejected', after: last, end })
    if (deliveries.length === 0) break
    pages.push(deliveries.map(({ id }) => id))
  }
  expect(pages.flat()).toEqual(ids)
  expect(pages.map(({ length }) => length)).toEqual([4, 2])
})
