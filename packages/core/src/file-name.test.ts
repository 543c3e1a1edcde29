import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanFileName, maxFileNameBytes } from './file-name.js'

test.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\ada\\photo.png', 'photo.png'],
  ['invoice\u202egnp.exe', 'invoicegnp.exe'],
  ['a\r\nSet-Cookie: b.txt', 'aSet-Cookie_ b.txt'],
  ['.htaccess', 'htaccess'],
  ['Grüße 👩‍💻.pdf', 'Grüße 👩‍💻.pdf'],
  ['..', 'file'],
  ['\0\x01\x02', 'file'],
  [`${'x'.repeat(300)}.tar`, `${'x'.repeat(251)}.tar`],
  [`${'ü'.repeat(300)}.tar`, `${'ü'.repeat(125)}.tar`],
  ['👩‍💻'.repeat(30), '👩‍💻'.repeat(23)],
])('cleans the name %j', (given, clean) => {
  expect(cleanFileName(given)).toBe(clean)
})

test('a clean name has no folder and no control character, and stays the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), given => {
      const name = cleanFileName(given)
      expect(name).not.toMatch(/[/\\\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(maxFileNameBytes)
      expect(name).not.toBe('')
      expect(cleanFileName(name)).toBe(name)
    }),
  )
})
