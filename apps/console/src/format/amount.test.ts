import { expect, test } from 'vitest'
import { countOf, countReplies, formatShare } from './amount.js'

test.each([
  [1, '1 mention'],
  [0, '0 mentions'],
  [1200, '1,200 mentions'],
])('counts %d in the singular or the plural', (count, words) => {
  expect(countOf(count, 'mention')).toBe(words)
})

test('counts replies, up to those that the server counts', () => {
  expect(countReplies(1)).toBe('1 reply')
  expect(countReplies(2)).toBe('2 replies')
  expect(countReplies(1000)).toBe('1,000+ replies')
})

test('formats a ratio as a percentage', () => {
  expect(formatShare(0.205)).toBe('20.5%')
})
