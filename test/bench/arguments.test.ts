import { expect, test } from 'vitest'
import { readArguments } from './arguments.js'
import { full, quick } from './plan.js'

const parts = ['connections', 'drain', 'rest']

test('measures all parts if none is named, and named ones in their order', () => {
  expect(readArguments([], parts)).toEqual({ plan: full, parts, save: false })
  expect(readArguments(['rest', 'drain'], parts).parts).toEqual(['drain', 'rest'])
})

test('a number sets the rounds', () => {
  expect(readArguments(['5', 'rest'], parts).plan).toEqual({ ...full, rounds: 5 })
  expect(readArguments(['quick', '2'], parts).plan).toEqual({ ...quick, rounds: 2 })
})

test('a part that runs only by name can be saved alone', () => {
  expect(readArguments(['large', 'save'], parts, ['large'])).toMatchObject({ parts: ['large'], save: true })
  expect(() => readArguments(['large', 'rest', 'save'], parts, ['large'])).toThrow('Only a complete run')
})

test.each([
  [['drian'], 'Unknown: drian'],
  [['0'], 'At least one round'],
  [['save', 'rest'], 'Remove the names of other parts'],
])('rejects %s with a helpful message', (args, complaint) => {
  expect(() => readArguments(args, parts)).toThrow(complaint)
})
