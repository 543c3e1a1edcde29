import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeFigures, sumsBelow, waitBucket, waitWithin } from '../figures.js'

test('adds up the counts of several processes and uses the highest peaks', () => {
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

test('a percentile is at most a quarter above the true one and never below, however the times are split', () => {
  fc.assert(
    fc.property(waits, fc.constantFrom(0.5, 0.99, 1), (times, share) => {
      const rising = times.toSorted((one, other) => one - other)
      const exact = rising[Math.max(Math.ceil(share * times.length) - 1, 0)] ?? 0
      const percentile = waitWithin(bucketsOf(times), share) ?? Number.NaN
      expect(percentile).toBeGreaterThanOrEqual(exact - 0.5 - exact * 1e-9)
      expect(percentile).toBeLessThanOrEqual(Math.max(exact, 1) * 1.2501 + 0.5)
    }),
  )
})

test('there is no percentile without times, and longer times than a day count as a day', () => {
  expect(waitWithin({}, 0.5)).toBeUndefined()
  expect(waitBucket(-5)).toBe(0)
  expect(waitBucket(Number.MAX_SAFE_INTEGER)).toBe(waitBucket(86_400_000))
})
