import fc from 'fast-check'
import { expect, test } from 'vitest'
import { renderMarkdown } from '../render/markdown.js'
import { seen } from '../testing.js'
import { translate } from '../text/translate.js'
import { escapeMarkdown } from './escape-markdown.js'

test('law: plain text shows as written, whatever marks it contains', () => {
  const mark = fc.constantFrom(
    '*',
    '_',
    '`',
    '~',
    '[',
    ']',
    '(',
    ')',
    '<',
    '>',
    '!',
    '|',
    '#',
    '-',
    '+',
    '1.',
    '=',
    ':-',
    '~~~',
    '    ',
    '\t',
    ' https://e.com/*a*_b_ ',
    ' a_b@e.com ',
    'www.e.com/~1~',
  )
  const piece = fc.oneof(mark, fc.constantFrom('a', 'b c', ' ', '\n', '\\', ' http://e.com ', '<!channel>'))
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), pieces => {
      const text = pieces.join('')
      const shown = seen(renderMarkdown(translate(escapeMarkdown(text))))
      expect(shown.replace(/\s+/g, '')).toBe(text.replace(/\s+/g, ''))
    }),
    { numRuns: 2000 },
  )
})

test('shows a bracket at the end of an address as written', () => {
  for (const text of ['*www.e.com/a[*', '*www.e.com/a]*', 'www.e.com/[a](b)'])
    expect(seen(renderMarkdown(translate(escapeMarkdown(text)))).trimEnd()).toBe(text)
})
