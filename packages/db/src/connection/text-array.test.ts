import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textArray } from './parameters.js'

/** Decodes Postgres's binary format of an array, as its source defines it (array_recv). */
function read(array: Buffer): { head: number[]; texts: string[] } {
  const head = [0, 4, 8, 12, 16].map(at => array.readInt32BE(at))
  const texts: string[] = []
  for (let at = 20; at < array.length; ) {
    const length = array.readInt32BE(at)
    texts.push(array.toString('utf8', at + 4, at + 4 + length))
    at += 4 + length
  }
  return { head, texts }
}

test('encodes any texts so that Postgres reads the same texts', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), texts => {
      expect(read(textArray(texts))).toEqual({ head: [1, 0, 25, texts.length, 1], texts })
    }),
  )
})

test('counts a text’s length in bytes, and does not stop at an empty one', () => {
  expect(read(textArray(['', 'é', '🎺', ''])).texts).toEqual(['', 'é', '🎺', ''])
  expect(textArray(['🎺']).length).toBe(20 + 4 + 4)
})
