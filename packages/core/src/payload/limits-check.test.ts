import fc from 'fast-check'
import { expect, test } from 'vitest'
import { composePosts } from '../posts/compose.js'
import { cpuMs, mebibyteMs } from '../testing.js'
import { codePoints, jsonLength } from '../text/code-points.js'
import { translate } from '../text/translate.js'
import { estimatePosts, leastTranslatedLength, mostTranslatedLength, tooManyPosts } from './limits-check.js'
import { parsePayload } from './parse.js'
import type { Payload } from './payload.js'

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
  ['links with labels', { text: 'See <https://ci.example.org/builds/42|the log> of it. '.repeat(700) }, 10],
])('estimates the posts of a payload: %s', (_, payload, posts) => {
  expect(estimatePosts(read(payload))).toBe(posts)
  expect([...composePosts(read(payload), look)].length - posts).toBeLessThanOrEqual(2)
})

test.each([
  ['no breaks', 'x'.repeat(mebibyte)],
  ['lines', `${'x'.repeat(3600)}\n`.repeat(mebibyte / 3601)],
  ['words', 'word '.repeat(mebibyte / 5)],
])('a mebibyte of plain text fits into a delivery: %s', (_, text) => {
  const payload = read({ text })
  expect(tooManyPosts(payload, 300)).toBeUndefined()
  const posts = [...composePosts(payload, look)]
  expect(posts.length).toBeLessThanOrEqual(300)
  expect(posts.reduce((bytes, { html }) => bytes + html.length, 0)).toBeLessThan(4 * mebibyte)
})

test('refuses only what certainly becomes too many posts, with their number', () => {
  expect(tooManyPosts(read({ text: 'x'.repeat(8000) }), 2)).toBeUndefined()
  expect(tooManyPosts(read({ text: 'x'.repeat(8001) }), 2)).toContain('at least 3 posts. At most 2')
  expect(tooManyPosts(read({ text: '👍'.repeat(8000) }), 2)).toBeUndefined()
  expect(tooManyPosts(read({ text: '<www.a>'.repeat(1200) }), 2)).toContain('at least 7 posts')
  expect(tooManyPosts(read({ text: `\`${'<www.a>'.repeat(1100)}\`` }), 2)).toBeUndefined()
  expect(tooManyPosts(read({ text: `${'<!channel>'.repeat(800)}x` }), 2)).toBeUndefined()
  expect(
    tooManyPosts(read({ text: `<https://e.com|a\n${' '.repeat(400)}b>${'x'.repeat(7900)}` }), 2),
  ).toBeUndefined()
})

const unit = fc.constantFrom(
  ...[
    '<',
    '>',
    'www.',
    '<www.',
    'https://a',
    '<https://a|',
    '<mailto:a|',
    '|',
    '|>',
    '<!channel>',
    '`',
    '```',
    '~~~',
  ],
  ...[
    'a',
    '!',
    '(',
    ')',
    '[',
    ']',
    '](',
    '*',
    '_',
    '~',
    '\\',
    ' ',
    '\n',
    '\t',
    '👍',
    '<www.a>',
    '<https://a|b>',
  ],
)
const text = fc.array(unit, { maxLength: 40 }).map(units => units.join(''))

test('law: a translated text is within its bounds', () => {
  fc.assert(
    fc.property(text, text => {
      const translated = translate(text)
      expect(mostTranslatedLength(text)).toBeGreaterThanOrEqual(translated.length)
      expect(mostTranslatedLength(text)).toBeLessThanOrEqual(8 * text.length)
      expect(leastTranslatedLength(text)).toBeLessThanOrEqual(codePoints(translated))
      expect(jsonLength(translated)).toBeLessThanOrEqual(4 * jsonLength(text))
    }),
    { numRuns: 5000, examples: [['<www.👍>']] },
  )
})

const ordinaryMs = mebibyteMs()

test.each(['<', '<www.a>', '<www.', '`', '< ', '<a|', '<a| ', '>', '*a', '<!channel>'])(
  'bounds a mebibyte of %j in less time than rendering an ordinary one takes',
  unit => {
    const text = unit.repeat(mebibyte / unit.length)
    expect(cpuMs(() => mostTranslatedLength(text))).toBeLessThan(ordinaryMs)
    expect(cpuMs(() => leastTranslatedLength(text))).toBeLessThan(ordinaryMs)
  },
)
