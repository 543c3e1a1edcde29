import { isTransient, openDb, withDatabase } from '@posthorn/db'
import { expect, inject, onTestFinished, test } from 'vitest'

test('reports a transaction as retryable if all connections are in use', async () => {
  const db = openDb(withDatabase(inject('postgres'), 'postgres'), { poolSize: 1 })
  onTestFinished(() => db.$disconnect())
  const ask = () => db.$transaction(tx => tx.$queryRaw`SELECT 1`)
  const refused = await db.$transaction(() => ask().catch((error: unknown) => error), { timeout: 20_000 })
  expect(refused).toBeInstanceOf(Error)
  expect(isTransient(refused)).toBe(true)
  expect(await ask()).toHaveLength(1)
})
