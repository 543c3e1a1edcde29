import { expect, test } from 'vitest'
import { parsePayload } from '../payload/parse.js'
import type { Payload } from '../payload/payload.js'
import { composePosts } from './compose.js'
import { estimatePosts, tooManyPosts } from './limits-check.js'

const look = { hookDisplayName: '', overrideUsername: false, overrideIcon: false }
const mebibyte = 1024 * 1024

function read(payload: object): Payload {
  const reading = parsePayload(JSON.stringify(payload))
  return reading.outcome === 'read' ? reading.payload : expect.fail(reading.detail)
}

const small = { title: 'Build', text: 'failed', color: 'danger' }

test.each([
  ['a word', { text: 'hello' }, 1],
  ['4,000 characters', { text: 'x'.repeat(4000) }, 1],
  ['16,000 characters', { text: 'x'.repeat(16_000) }, 4],
  ['ten small attachments', { attachments: Array(10).fill(small) }, 1],
  ['three attachments of 7,000 characters', { attachments: Array(3).fill({ text: 'x'.repeat(7000) }) }, 3],
  ['links that grow', { text: '<www.a>'.repeat(2000) }, 11],
])('%s: as many posts are foreseen as there will be', (_, payload, posts) => {
  expect(estimatePosts(read(payload))).toBe(posts)
  expect([...composePosts(read(payload), look)].length - posts).toBeLessThanOrEqual(2)
})

test.each([
  ['no breaks', 'x'.repeat(mebibyte)],
  ['lines', `${'x'.repeat(3600)}\n`.repeat(mebibyte / 3601)],
  ['words', 'word '.repeat(mebibyte / 5)],
])('a mebibyte of plain text, %s, fits into a delivery', (_, text) => {
  const payload = read({ text })
  expect(tooManyPosts(payload, 300)).toBeUndefined()
  const posts = [...composePosts(payload, look)]
  expect(posts.length).toBeLessThanOrEqual(300)
  expect(posts.reduce((bytes, { html }) => bytes + html.length, 0)).toBeLessThan(4 * mebibyte)
})

test('what certainly becomes too many posts is refused with their number', () => {
  expect(tooManyPosts(read({ text: 'x'.repeat(8000) }), 2)).toBeUndefined()
  expect(tooManyPosts(read({ text: 'x'.repeat(8001) }), 2)).toContain('3 posts or more; at most 2')
  expect(tooManyPosts(read({ text: '👍'.repeat(8000) }), 2)).toBeUndefined()
  expect(tooManyPosts(read({ text: '<www.a>'.repeat(140_000) }), 300)).toContain('at most 300')
})
