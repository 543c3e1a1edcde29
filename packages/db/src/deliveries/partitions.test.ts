import { base32 } from '@posthorn/core'
import { expect, test } from 'vitest'
import { ensurePartitions, partitionsFor } from './partitions.js'

const dayMs = 86_400_000

/** Returns the name and bounds of each partition that `make` would create. */
async function made(make: (run: (sql: string) => Promise<void>) => Promise<void>) {
  const found: { name: string; from: string; to: string }[] = []
  await make(async sql => {
    const [, name = '', from = '', to = ''] = /EXISTS (\w+) .*FROM \('(\w+)'\) TO \('(\w+)'\)/.exec(sql) ?? []
    found.push({ name, from, to })
  })
  return found
}

test('partitions reach from yesterday to two weeks ahead, and each begins where the one before ends', async () => {
  const days = await made(run => ensurePartitions(run, new Date('2026-03-01T00:00:00Z')))
  expect(days.map(({ name }) => name)).toEqual([
    'deliveries_20260228',
    ...Array.from({ length: 15 }, (_, day) => `deliveries_202603${String(day + 1).padStart(2, '0')}`),
  ])
  expect(days.slice(1).map(({ from }) => from)).toEqual(days.slice(0, -1).map(({ to }) => to))
})

test('puts a delivery in the partition of its ID’s day, from the first millisecond to the last, and creates each day once', async () => {
  const startMs = Date.parse('2026-03-01T00:00:00Z')
  const idAt = (ms: number) => base32(ms, 10).padEnd(26, '0')
  const ids = [startMs, startMs + 1, startMs + dayMs - 1].map(idAt)
  const [day, ...more] = await made(run => partitionsFor(run, ids))
  expect([day?.name, more]).toEqual(['deliveries_20260301', []])
  for (const id of ids) expect([id >= (day?.from ?? ''), id < (day?.to ?? '')]).toEqual([true, true])
  expect(idAt(startMs + dayMs) < (day?.to ?? '')).toBe(false)
})
