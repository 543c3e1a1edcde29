import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanFileName } from './file-name.js'

test.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\ada\\photo.png', 'photo.png'],
  ['invoice\u202egnp.exe', 'invoicegnp.exe'],
  ['a\r\nSet-Cookie: b.txt', 'aSet-Cookie_ b.txt'],
  ['.htaccess', 'htaccess'],
  ['Grüße 👩‍💻.pdf', 'Grüße 👩‍💻.pdf'],
  ['..', 'file'],
  [`${'x'.repeat(300)}.tar`, `${'x'.repeat(196)}.tar`],
])('cleans the name %j', (given, clean) => {
  expect(cleanFileName(given, 200)).toBe(clean)
})

test('a clean name has no folder and no control character, and stays the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), given => {
      const name = cleanFileName(given, 200)
      expect(name).not.toMatch(/[/\\\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
      expect(Array.from(name).length).toBeLessThanOrEqual(200)
      expect(name).not.toBe('')
    }),
  )
})
