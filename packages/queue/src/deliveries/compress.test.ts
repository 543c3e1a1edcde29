import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compress, decompress } from './compress.js'

test('compresses repetitive text to less than a fifth, and restores it', async () => {
  const log = Array.from(
    { length: 5000 },
    (_, n) => `14:00:00 GET /builds/${n} 200 in ${n % 97} ms ✓\n`,
  ).join('')
  const compressed = await compress(log)
  expect(compressed?.length).toBeLessThan(log.length / 5)
  expect(decompress(compressed ?? '')).toBe(log)
})

test('does not compress text without repetition', async () => {
  expect(await compress(randomBytes(64 * 1024).toString('base64'))).toBeUndefined()
})

test('compresses two payloads at once, and returns further ones uncompressed instead of queueing them', async () => {
  const text = 'All work and no play. '.repeat(5000)
  const together = await Promise.all(Array.from({ length: 5 }, () => compress(text)))
  expect(together.map(compressed => compressed !== undefined)).toEqual([true, true, false, false, false])
  expect(await compress(text)).toBeDefined()
})

test('restores any compressed text', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1 }), async part => {
      const text = part.repeat(100)
      expect(decompress((await compress(text)) ?? '')).toBe(text)
    }),
    { numRuns: 30 },
  )
})
