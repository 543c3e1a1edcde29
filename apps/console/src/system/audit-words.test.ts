import { auditTargets } from '@posthorn/contract'
import { expect, test } from 'vitest'
import { actionWords, targetWords, valueWords } from './audit-words.js'

test('what was done is told in words, also where a newer server did it', () => {
  expect(actionWords('saveConfig')).toBe('Change settings')
  expect(actionWords('giveToken')).toBe('Give an application a token')
  expect(actionWords('somethingNew')).toBe('somethingNew')
})

test('everything that an entry can be about has its word', () => {
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
])('%j reads %s', (value, words) => {
  expect(valueWords(value)).toBe(words)
})
