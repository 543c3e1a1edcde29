import { auditTargets, calls } from '@posthorn/contract'
import { expect, test } from 'vitest'
import { actionWords, fieldWords, targetWords, valueWords } from './audit-words.js'

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
  ['', 'empty'],
  [null, 'empty'],
  [0, '0'],
  ['600/60', '600 calls in 60 s'],
  ['1/60', '1 call in 60 s'],
  [{ push: 'all' }, 'push: all'],
  [['10.0.0.0/8', '192.0.2.7'], '10.0.0.0/8, 192.0.2.7'],
  [[], 'empty'],
])('formats %j as %s', (value, words) => {
  expect(valueWords(value)).toBe(words)
})

test.each([
  ['DeliveryDays', 'Deliveries (days)'],
  ['channel_locked', 'Channel locked'],
])('names the field %s %s', (name, words) => {
  expect(fieldWords(name)).toBe(words)
})
