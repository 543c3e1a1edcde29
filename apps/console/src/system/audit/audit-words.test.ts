import { auditTargets, calls } from '@posthorn/contract'
import { expect, test } from 'vitest'
import { actionWords, targetWords, valueWords } from './audit-words.js'

test('describes actions in words, and returns actions of newer servers unchanged', () => {
  expect(actionWords('saveConfig')).toBe(calls.saveConfig.summary)
  expect(actionWords('giveToken')).toBe('Issue a token to an application')
  expect(actionWords('somethingNew')).toBe('somethingNew')
})

test('has a word for every kind of object', () => {
  expect(Object.keys(targetWords)).toEqual([...auditTargets])
})

test.each([
  [true, 'on'],
  [false, 'off'],
  ['', 'nothing'],
  [null, 'nothing'],
  [0, '0'],
  ['600/60', '600/60'],
  [{ push: 'all' }, '{"push":"all"}'],
])('formats %j as %s', (value, words) => {
  expect(valueWords(value)).toBe(words)
})
