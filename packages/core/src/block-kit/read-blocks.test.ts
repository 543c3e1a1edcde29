import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Notes } from '../values/notes.js'
import { readBlocks } from './read-blocks.js'

function read(...blocks: unknown[]) {
  const notes: Notes = { refusal: undefined, ignored: [] }
  return { markdown: readBlocks(blocks, 'blocks', notes), ...notes }
}
const mrkdwn = (text: string) => ({ type: 'mrkdwn', text })
const plain = (text: string) => ({ type: 'plain_text', text })

test.each([
  [{ type: 'header', text: plain('Build #4 *ok*') }, '### Build #4 \\*ok\\*'],
  [{ type: 'section', text: mrkdwn('*ok* ~no~ `*x*`') }, '**ok** ~~no~~ `*x*`'],
  [{ type: 'section', fields: [mrkdwn('*a*\n1'), plain('b')] }, '**a**\n1\n\nb'],
  [{ type: 'context', elements: [plain('a'), mrkdwn('b')] }, 'a b'],
  [{ type: 'divider' }, '---'],
  [{ type: 'markdown', text: '# As *it* is' }, '# As *it* is'],
  [{ type: 'image', image_url: 'https://e.com/a.png', alt_text: 'a' }, '![a](https://e.com/a.png)'],
  [
    { type: 'actions', elements: [{ type: 'button', text: plain('Log'), url: 'https://e.com' }] },
    '[Log](https://e.com)',
  ],
  [
    { type: 'table', rows: [[plain('a|b'), plain('c')], [plain('1')]] },
    '| a\\|b | c |\n| --- | --- |\n| 1 |',
  ],
])('%j is shown', (block, markdown) => {
  expect(read(block)).toMatchObject({ markdown, ignored: [] })
})

test('reports invisible parts by place and type, and posts the rest', () => {
  const menu = { type: 'static_select' }
  const found = read(null, { type: 'file' }, { type: 'section', text: mrkdwn('a'), accessory: menu }, 5)
  expect(found.markdown).toBe('a')
  expect(found.ignored).toEqual([
    'blocks[0]',
    'blocks[1] (file)',
    'blocks[2].accessory (static_select)',
    'blocks[3]',
  ])
})

test('law: reading any blocks rejects nothing and is deterministic', () => {
  const key = fc.constantFrom(
    'type',
    'text',
    'elements',
    'fields',
    'rows',
    'style',
    'accessory',
    'url',
    'indent',
  )
  const type = fc.constantFrom(
    'section',
    'rich_text',
    'rich_text_list',
    'table',
    'actions',
    'button',
    'mrkdwn',
  )
  const { value } = fc.letrec(tie => ({
    value: fc.oneof(
      { maxDepth: 6 },
      type,
      fc.string(),
      fc.double(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(key, tie('value'), { maxKeys: 4 }),
    ),
  }))
  fc.assert(
    fc.property(fc.array(value), blocks => {
      const once = read(...blocks)
      expect(once.refusal).toBeUndefined()
      expect(read(...blocks)).toEqual(once)
      expect(once.markdown.isWellFormed()).toBe(true)
    }),
  )
})
