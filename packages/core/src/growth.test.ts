import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanFileName } from './file-name.js'
import { hashtagsIn } from './hashtags.js'
import { hasHiddenCharacters } from './hidden-characters.js'
import { mentionWords } from './mentions.js'
import { estimatePosts, tooManyPosts } from './payload/limits-check.js'
import { parsePayload } from './payload/parse.js'
import { noPayload } from './payload/payload.js'
import { readPayload } from './payload/read.js'
import { composePosts } from './posts/compose.js'
import { composeImported } from './posts/imported-posts.js'
import { comparableContent } from './posts/repeats.js'
import { plainLine } from './render/attachment.js'
import { withLaterEmoji } from './render/emoji.js'
import { textOfHtml } from './render/escape.js'
import { expectLinear } from './testing.js'
import { split } from './text/split.js'
import { translate } from './text/translate.js'

const look = { hookDisplayName: 'CI', overrideUsername: true, overrideIcon: true }
const form = 'application/x-www-form-urlencoded'

const blocks = (block: object) => parsePayload(JSON.stringify({ blocks: [block] }))
const richText = (elements: object[]) => blocks({ type: 'rich_text', elements })

function compose(text: string): void {
  for (const post of composePosts({ ...noPayload(), text }, look)) mentionWords(post)
}

/** Everything that reads or renders what a sender or user wrote, and whose input is bounded only by that of a request. */
const readers: Record<string, (text: string) => unknown> = {
  'a body': text => readPayload(Buffer.from(text), undefined),
  'a body in another charset': text => readPayload(Buffer.from(text), 'text/plain; charset=latin1'),
  'a form': text => readPayload(Buffer.from(`payload=${text}`), form),
  'a form of pairs': text => readPayload(Buffer.from(text), form),
  'a text': text => parsePayload(JSON.stringify({ text })),
  'mrkdwn in blocks': text => blocks({ type: 'section', text: { type: 'mrkdwn', text } }),
  'plain text in blocks': text => blocks({ type: 'header', text: { type: 'plain_text', text } }),
  'a table in blocks': text => blocks({ type: 'table', rows: [[{ type: 'raw_text', text }]] }),
  'rich text': text =>
    richText([
      { type: 'rich_text_section', elements: [{ type: 'text', text, style: { bold: true } }] },
      { type: 'rich_text_quote', elements: [{ type: 'link', url: 'http://a', text }] },
      { type: 'rich_text_preformatted', elements: [{ type: 'text', text }] },
    ]),
  'the text of attachments': text => parsePayload(JSON.stringify({ attachments: [{ text, fallback: 'x' }] })),
  posts: compose,
  'an imported message': message =>
    composeImported({ message, format: 'slack', blocks: [], attachments: [], props: {} }),
  'a translation': translate,
  'a split': text => split(text, 4000),
  'mentions of a message': message => mentionWords({ message, html: '', type: '', props: {} }),
  hashtags: hashtagsIn,
  'a plain line': text => plainLine(text),
  'text of HTML': html => textOfHtml(html, 300),
  'emoji in stored HTML': html => withLaterEmoji(html, 1),
  'the name of a file': name => cleanFileName(name),
  'hidden characters': hasHiddenCharacters,
  estimates: text => [
    estimatePosts({ ...noPayload(), text }),
    tooManyPosts({ ...noPayload(), text }, 10),
    comparableContent({ ...noPayload(), text }, look),
  ],
}

const units = [
  ...[
    'a',
    '*',
    '_',
    '`',
    '~',
    '<',
    '>',
    '[',
    ']',
    '|',
    '(',
    '!',
    '#',
    '@',
    '&',
    '\\',
    '\n',
    '\r',
    ' ',
    '\t',
    '.',
  ],
  ...[
    ':',
    '"',
    '=',
    '%',
    '{',
    ',',
    '😀',
    '\u0301',
    '\u200b',
    '\u200d',
    '\0',
    '\ud800',
    '- ',
    '# ',
    '1. ',
    '> ',
    '>>>\n',
  ],
  ...[
    'a@b.c ',
    'a@',
    'http://a* ',
    'www.a.b_',
    'www.._',
    'http://',
    'mailto:',
    '&lt;',
    '<http://a|',
    '<www.a>',
  ],
  ...[
    '<!a',
    '<@',
    '<#',
    '![',
    '[a](',
    '](',
    ']:',
    '```',
    '```\n',
    '```a`\n',
    '` ',
    '\\`',
    '~~~\n',
    'a|b\n',
    '|-|\n',
  ],
  ...[
    '**a*',
    ':a:',
    '@a ',
    '~a ',
    '&a',
    '%4',
    '\r\n',
    '\r\n--b',
    '\\u0041',
    '{"a":1},',
    '"\n',
    '<b>',
    '<a href="',
  ],
  ...[
    '<!--',
    '</',
    'from:',
    '"a" ',
    'a\n\n',
    ' \n',
    '*a',
    'payload=',
    '- a\n',
    '<@a>',
    '<http://a|b>',
    '&amp;',
  ],
]
const unit = fc.constantFrom(...units)
const repeated = fc.array(unit, { minLength: 1, maxLength: 2 }).map(parts => parts.join(''))
const edge = fc.oneof(fc.constant(''), unit)

/** A text whose middle is repeated. */
type Shape = [start: string, middle: string, end: string]

function written([start, middle, end]: Shape, length: number): string {
  return start + middle.repeat(Math.ceil(length / middle.length)) + end
}

describe.each(Object.entries(readers))('%s', (_, read) => {
  test('law: twice the characters take about twice the time', () => {
    fc.assert(
      fc.property(fc.tuple(edge, repeated, edge), shape =>
        expectLinear(length => read(written(shape, length))),
      ),
      { numRuns: 4 },
    )
  })
})

test.each<[reader: string, Shape]>([
  ['mrkdwn in blocks', ['<http://a|x', ' ', 'y>']],
  ['mrkdwn in blocks', ['', '- a\n', '`']],
  ['mrkdwn in blocks', ['', 'mailto:', '@']],
  ['mrkdwn in blocks', ['', '`a` ', '<']],
  ['posts', ['<', '- a\n', '`']],
  ['a translation', ['<', '\\`', '']],
  ['a translation', ['<', '`', '']],
  ['plain text in blocks', ['', 'www.._', '']],
  ['plain text in blocks', ['', 'mailto:', '@']],
  ['a plain line', ['<', 'mailto:', '@']],
  ['the name of a file', ['a', ' ', 'a']],
  ['the name of a file', ['', '\u0301', '']],
  ['hidden characters', ['', '\u0301', '']],
  ['hidden characters', ['क', '\u093f', '\u200d']],
  ['emoji in stored HTML', [':a:', '<a', '']],
])('law: twice the characters take about twice the time in %s of %j', (reader, shape) => {
  expectLinear(length => readers[reader]?.(written(shape, length)), 6)
})

const link = { type: 'link', url: 'http://a', text: 'x' }

test.each<[string, object]>([
  ['a link', link],
  ['a bold text', { type: 'text', text: 'a', style: { bold: true, italic: true } }],
  ['a call', { type: 'text', text: 'a!' }],
])('law: twice the elements of rich text take about twice the time, each %s', (_, element) => {
  const size = JSON.stringify(element).length
  expectLinear(length => {
    const elements = Array(Math.ceil(length / size))
      .fill([element, link])
      .flat()
    richText([{ type: 'rich_text_section', elements }])
  })
})

test('reads more tags than a function takes arguments', () => {
  const read = readers['mrkdwn in blocks']
  expect(read?.('<@a>'.repeat(250_000))).toMatchObject({ outcome: 'read' })
})
