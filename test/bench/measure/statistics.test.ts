import { expect, test } from 'vitest'
import { median, medians, percentile } from './statistics.js'

const hundred = Array.from({ length: 100 }, (_, index) => 100 - index)

test('a percentile is the lowest value that its share of values does not exceed', () => {
  expect(percentile(hundred, 0.5)).toBe(50)
  expect(percentile(hundred, 0.99)).toBe(99)
  expect(percentile([...hundred, 1000], 0.99)).toBe(100)
  expect(percentile([7], 0.99)).toBe(7)
  expect(percentile([], 0.5)).toBeNaN()
})

test('a median is the middle value, or the mean of the two in the middle', () => {
  expect(median([10, 9, 100])).toBe(10)
  expect(median([1, 100, 3, 2])).toBe(2.5)
  expect(median([])).toBeNaN()
})

test('takes the medians of rounds figure by figure', () => {
  const round = (rate: number, p50: number) => ({ rate, answerMs: { p50 } })
  expect(medians([round(1, 30), round(2, 10), round(3, 20)])).toEqual(round(2, 20))
})
