import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compress, decompress } from './compress.js'

test('what repeats becomes a fifth and less, and comes back as it was', async () => {
  const log = Array.from(
    { length: 5000 },
    (_, n) => `14:00:00 GET /builds/${n} 200 in ${n % 97} ms ✓\n`,
  ).join('')
  const compressed = await compress(log)
  expect(compressed?.length).toBeLessThan(log.length / 5)
  expect(decompress(compressed ?? '')).toBe(log)
})

test('what does not repeat stays as it is', async () => {
  expect(await compress(randomBytes(64 * 1024).toString('base64'))).toBeUndefined()
})

test('law: whatever is compressed comes back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1 }), async part => {
      const text = part.repeat(100)
      expect(decompress((await compress(text)) ?? '')).toBe(text)
    }),
    { numRuns: 30 },
  )
})
