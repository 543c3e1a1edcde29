import { expect, test } from 'vitest'
import { mentionWords } from './mentions.js'
import { parsePayload } from './payload/parse.js'
import { composePosts } from './posts/compose.js'
import { renderMarkdown } from './render/markdown.js'
import { cpuMs, mebibyteMs } from './testing.js'

const look = { hookDisplayName: 'CI', overrideUsername: true, overrideIcon: true }

/** Returns how many posts a payload becomes, with the steps of both processes. */
function deliver(json: string): number | string {
  const reading = parsePayload(json)
  if (reading.outcome !== 'read') return reading.outcome
  let posts = 0
  for (const post of composePosts(reading.payload, look)) {
    mentionWords(post)
    posts++
  }
  return posts
}

const ordinaryMs = mebibyteMs()

const units = [
  '<',
  '[',
  '|',
  'a@b.c ',
  '*',
  '_',
  '`',
  '~',
  '>',
  '![',
  '[a](',
  '- ',
  '> ',
  '**a*',
  'a|b\n',
  '|-|\n',
  '```\n',
]
const more = [
  'http://',
  'www.',
  'www.a.b ',
  '<http://a|',
  '<www.a>',
  '@a ',
  '#',
  '&#',
  '\\`',
  '```a`\n',
  '```a\nb``` ',
  '\u200b*',
  '>>>\n',
  'http://a* ',
  'a@b.cc',
  '<!a|',
  '\u0301',
  '👨‍👩‍👧',
  '\r',
  '1. ',
  ':a:',
  '://',
]

test.each([...units, ...more])(
  'renders 4,000 characters of %j in less time than a mebibyte of ordinary text',
  unit => {
    const text = unit.repeat(Math.ceil(4000 / unit.length)).slice(0, 4000)
    expect(cpuMs(() => renderMarkdown(text))).toBeLessThan(ordinaryMs)
  },
)

test.each(['<', '[', '|', '`', '<a|', 'a@b.c ', '\n', '<www.a>', '<http://a|', '```a\nb``` '])(
  'composes a million characters of %j in twenty times the time of rendering ordinary ones',
  unit => {
    const text = unit.repeat(1_000_000 / unit.length)
    const json = JSON.stringify({ text })
    expect(cpuMs(() => expect(deliver(json)).toBeGreaterThanOrEqual(125))).toBeLessThan(20 * ordinaryMs)
  },
)

const nest = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth)
const deep = (open: string, close: string) => nest(open, close, 300_000)
const fairlyDeep = (open: string, close: string) => nest(open, close, 900)

test.each([
  ['brackets that never close', 'unreadable', '['.repeat(500_000)],
  ['nested arrays', 'unreadable', deep('[', ']')],
  ['a nested unknown key', 'unreadable', `{"text":"a","x":${deep('[', ']')}}`],
  ['a fairly nested unknown key', 1, `{"text":"a","x":${fairlyDeep('[', ']')}}`],
  ['nested props', 'unreadable', `{"text":"a","props":${deep('{"a":', '}').replace('}', '1}')}}`],
  [
    'fairly nested props',
    'props_too_long',
    `{"text":"a","props":${fairlyDeep('{"a":', '}').replace('}', '1}')}}`,
  ],
  ['a fairly nested field', 1, `{"attachments":[{"fields":[{"value":${fairlyDeep('[', ']')}}]}]}`],
  ['fairly nested actions', 1, `{"text":"a","attachments":[{"actions":${fairlyDeep('[', ']')}}]}`],
  ['a mebibyte of empty attachments', 'unreadable', `{"attachments":[${'{},'.repeat(340_000)}{}]}`],
  ['20,000 empty attachments', 'too_many_attachments', `{"attachments":[${'{},'.repeat(20_000)}{}]}`],
  ['20,000 empty fields', 'too_many_fields', `{"attachments":[{"fields":[${'{},'.repeat(20_000)}{}]}]}`],
  ['half a million raw line feeds', 250, `{"text":"${'a\n'.repeat(500_000)}"}`],
  ['a million quotes', 'unreadable', '"'.repeat(1_000_000)],
  ['a million backslashes', 'unreadable', `{"text":"${'\\'.repeat(1_000_000)}`],
  ['a grapheme of 5000 marks', 2, JSON.stringify({ text: `e${'\u0301'.repeat(5000)}` })],
])('%s: %s', (_, outcome, json) => {
  expect(cpuMs(() => expect(deliver(json)).toBe(outcome))).toBeLessThan(20 * ordinaryMs)
})
