import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readAttachment } from '../payload/attachment.js'
import { renderAttachment } from './attachment.js'
import { renderLine, renderMarkdown } from './markdown.js'

const tag =
  /^<(\/?(p|em|strong|s|a|code|pre|h[1-6]|blockquote|ul|ol|li|table|thead|tbody|tr|th|td|aside|div|dl|dt|dd|footer|button|time)|br|hr|img|input)( [a-z-]+="[^"<>]*")*>$/
const attribute =
  /^(class="[\w -]*"|class="language-[^"]*"|data-(mention|channel|hashtag|color)="[^"]*"|href="(https?:|mailto:|ftp:|[/#?])[^"]*"|src="https?:[^"]*"|(alt|title|loading|referrerpolicy|rel|target|type|disabled|checked|width|height|start|datetime)="[^"]*")$/i

/** Expects that every `<` starts a known tag and every attribute is harmless. */
function expectSafe(html: string): void {
  for (const piece of html.split('<').slice(1)) {
    const [written = ''] = `<${piece}`.match(/^<[^>]*>/) ?? []
    expect(written).toMatch(tag)
    for (const [pair] of written.matchAll(/[a-z-]+="[^"]*"/gi)) expect(pair).toMatch(attribute)
  }
}

const pieces = fc.constantFrom(
  ...[
    '<',
    '>',
    '"',
    "'",
    '&',
    '[',
    ']',
    '(',
    ')',
    '!',
    '*',
    '_',
    '`',
    '~',
    '#',
    '@',
    '|',
    '-',
    ':',
    '/',
    '\\',
    '\n',
    ' ',
  ],
  ...[
    'javascript:',
    'JAVASCRIPT:',
    'data:text/html,',
    'http://',
    'www.',
    'mailto:',
    '<script>',
    '<img src=x onerror=y>',
  ],
  ...[
    'onclick="x"',
    '```',
    '|-|',
    '[x](',
    '![x](',
    '&#x6a;',
    '\0',
    '\ud800',
    '😀',
    'a',
    '@bob',
    '~c',
    '#tag',
    ' =9x9',
    '\u200b',
    '<!a|',
    '<@U1|',
    '<javascript:a|',
    '<tel:1|',
    'a@b.cc',
    '>>>',
  ],
)
const texts = fc
  .array(fc.oneof({ weight: 4, arbitrary: pieces }, fc.string()), { maxLength: 40 })
  .map(list => list.join(''))

test('law: markdown renders only harmless tags, attributes and URLs', () => {
  fc.assert(
    fc.property(texts, markdown => {
      expectSafe(renderMarkdown(markdown))
      expectSafe(renderLine(markdown))
    }),
    { numRuns: 2000 },
  )
})

const keys = ['color', 'pretext', 'author_name', 'author_link', 'author_icon', 'title', 'title_link', 'text']

const more = ['image_url', 'thumb_url', 'footer', 'footer_icon', 'fallback', 'ts']

test('law: attachments render only harmless tags, attributes and URLs', () => {
  const attachments = fc.dictionary(fc.constantFrom(...keys, ...more), texts)
  fc.assert(
    fc.property(attachments, texts, (raw, value) => {
      const whole = { ...raw, fields: [{ title: value, value }], actions: [{ name: value }] }
      const attachment = readAttachment(whole, '', { refusal: undefined, ignored: [] })
      expectSafe(renderAttachment(attachment, renderMarkdown))
    }),
    { numRuns: 700 },
  )
})
