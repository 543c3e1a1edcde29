import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { differencesIn } from './bench.js'
import { examples } from './examples.js'
import { kinds } from './kinds.js'

const page = readFileSync(new URL('../../../../docs/compatibility.md', import.meta.url), 'utf8')

/** Key, Slack's and our column of each row, without what makes words bold or code. */
const rows = page
  .split('\n')
  .filter(line => line.startsWith('| `'))
  .map(line => line.split(/(?<!\\)\|/).map(cell => cell.replace(/\*\*|`/g, '').trim()))
  .map(cells => ({ key: cells[1], slack: cells[3], here: cells[5] }))

test.each(kinds)('describes $key as docs/compatibility.md does', ({ key, slack, here }) => {
  expect(rows).toContainEqual({ key, slack, here })
})

const keysIn = (payload: unknown) => differencesIn(JSON.stringify(payload)).map(({ key }) => key)

test('finds differences in texts and keys', () => {
  expect(keysIn({ text: '*bold* <!here> :tada:', icon_emoji: ':x:' })).toEqual([
    'markdown.single_star',
    'markdown.emoji',
    'mention.here_tag',
    'icon_emoji',
  ])
  expect(keysIn({ attachments: [{ text: '## A', fields: [{ value: '~gone~' }], mrkdwn_in: [] }] })).toEqual([
    'markdown.single_tilde',
    'markdown.heading',
    'attachment.mrkdwn_in',
  ])
  expect(keysIn({ text: '2 * 3 * 4 at 10:30:15, a~b, mail a@here.com' })).toEqual([])
})

test('finds none unless the payload is an object', () => {
  for (const payload of ['', '[1]', '{', 'null', '{"attachments": [null, 1], "text": 3}'])
    expect(differencesIn(payload)).toEqual([])
})

test('finds differences in the examples, among them the link of the plain one', () => {
  const found = Object.fromEntries(examples.map(({ id, payload }) => [id, keysIn(payload)]))
  expect(found.plain).toEqual(['markdown.bold', 'markdown.link'])
  expect(found.alertmanager).toEqual(['markdown.single_star', 'icon_emoji', 'attachment.mrkdwn_in'])
})
