import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeFigures, sumsBelow } from './figure-set.js'
import { waitBucket, waitWithin } from './waits.js'

test('counts of several processes are added up, and of peaks the highest counts', () => {
  const one = { sums: { accepted: 2, 'rejected:no_text': 1 }, peaks: { backlog: 7 } }
  const other = { sums: { accepted: 3 }, peaks: { backlog: 4, 'oldest:flood': 9 } }
  const merged = mergeFigures([one, other, { sums: {}, peaks: {} }])
  expect(merged).toEqual({
    sums: { accepted: 5, 'rejected:no_text': 1 },
    peaks: { backlog: 7, 'oldest:flood': 9 },
  })
  expect(sumsBelow(merged, 'rejected:')).toEqual({ no_text: 1 })
})

const waits = fc.array(fc.integer({ min: 0, max: 60_000_000 }), { minLength: 1 })
const bucketsOf = (times: number[]) =>
  mergeFigures(times.map(ms => ({ sums: { [waitBucket(ms)]: 1 }, peaks: {} }))).sums

test('a percentile is never below the true one, and at most a quarter above, however the times were split', () => {
  fc.assert(
    fc.property(waits, fc.constantFrom(0.5, 0.99, 1), (times, share) => {
      const rising = times.toSorted((one, other) => one - other)
      const exact = rising[Math.max(Math.ceil(share * times.length) - 1, 0)] ?? 0
      const told = waitWithin(bucketsOf(times), share) ?? Number.NaN
      expect(told).toBeGreaterThanOrEqual(exact - 0.5 - exact * 1e-9)
      expect(told).toBeLessThanOrEqual(Math.max(exact, 1) * 1.2501 + 0.5)
    }),
  )
})

test('of nothing there is no percentile, and what takes longer than a day counts as a day', () => {
  expect(waitWithin({}, 0.5)).toBeUndefined()
  expect(waitBucket(-5)).toBe(0)
  expect(waitBucket(Number.MAX_SAFE_INTEGER)).toBe(waitBucket(86_400_000))
})
