import fc from 'fast-check'
import { expect, test } from 'vitest'
import { renderMarkdown } from '../../render/markdown.js'
import { translate } from '../../text/translate.js'
import { escapeMarkdown } from './escape-markdown.js'

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"' }

/** What a reader sees of HTML. */
const seen = (html: string) =>
  html.replace(/<[^>]*>/g, '').replace(/&(lt|gt|amp|quot);/g, (_, name: string) => entities[name] ?? '')

test('law: plain text is shown as it is, whatever marks it has', () => {
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
