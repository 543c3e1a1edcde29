import { expect, test } from 'vitest'
import { typeOf } from './type.js'

const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex')

test.each([
  ['a picture', png, 'image/png'],
  ['a PDF', Buffer.from('%PDF-1.7\n'), 'application/pdf'],
  ['a text that ends within a character', Buffer.from('Grüße').subarray(0, 3), 'text/plain'],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'text/plain'],
  ['bytes', Buffer.from([0, 1, 2, 3, 255]), 'application/octet-stream'],
  ['nothing', Buffer.alloc(0), 'application/octet-stream'],
])('finds the type of %s by its content', async (_name, head, type) => {
  expect(await typeOf(head)).toBe(type)
})

test('never calls a drawing with a script a picture', async () => {
  const svg = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  expect(await typeOf(Buffer.from(svg))).not.toMatch(/^image/)
})
