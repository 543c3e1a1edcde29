import { expect, test } from 'vitest'
import { mentionWords, payloadMentionWords } from './mentions.js'
import { parsePayload } from './payload/parse.js'
import { composePosts } from './posts/compose.js'

const wordsOf = (message: string, attachments?: object[]) =>
  mentionWords({ message, html: '', type: '', props: attachments ? { attachments } : {} })

test.each([
  ['@bob.', '@bob'],
  ['(@bob)', '@bob'],
  ['@Bob', '@bob'],
  ['@bob,', '@bob'],
  ['@bob: look', '@bob'],
  ['Hi @bob-', '@bob'],
  ['@bob_', '@bob'],
  ['**@bob**', '@bob'],
  ['@channel hi', '@channel'],
  ['@ALL hi', '@all'],
  ['tell Bob', 'Bob'],
  ['well-known', 'known'],
  ['[@bob](http://e.com)', '@bob'],
])('%s may mention %s', (message, word) => {
  expect(wordsOf(message)).toContain(word)
})

test.each([
  ['`@bob`', '@bob'],
  ['``a ` @bob``', '@bob'],
  ['```\n@bob\n```', '@bob'],
  ['~~~\n@bob', '@bob'],
  ['a@bob', '@bob'],
  ['@bob-smith', '@bob'],
  ['https://example.com/@bob', '@bob'],
  ['[x](https://example.com/@bob)', '@bob'],
  ['@here', '@here'],
  [':bob:', 'bob'],
])('%s does not mention %s', (message, word) => {
  expect(wordsOf(`start\n${message}`)).not.toContain(word)
})

test('attachments mention people in their text and pretext', () => {
  const words = wordsOf('', [{ text: '@alice', pretext: '@channel', title: '@carol' }])
  expect([words.has('@alice'), words.has('@channel'), words.has('@carol')]).toEqual([true, true, false])
})

test.each([
  { text: 'ask @bob, <!channel> or `@eve`' },
  { text: 'no names', attachments: [{ pretext: '@Bob:', text: '<https://e.com/@eve|@Ann>' }] },
  { text: `${'word '.repeat(1500)}@bob` },
])('a payload has the mentions of its posts', payload => {
  const reading = parsePayload(JSON.stringify(payload))
  if (reading.outcome !== 'read') throw new Error(reading.detail)
  const look = { hookDisplayName: '', overrideUsername: false, overrideIcon: false }
  const posts = [...composePosts(reading.payload, look)]
  const names = (words: Iterable<string>) => [...words].filter(word => word.startsWith('@')).toSorted()
  expect(names(payloadMentionWords(reading.payload))).toEqual(
    names(posts.flatMap(post => [...mentionWords(post)])),
  )
})

test('does not search a long payload for words at once', () => {
  const reading = parsePayload(JSON.stringify({ text: '@all '.repeat(200_000) }))
  if (reading.outcome !== 'read') throw new Error(reading.detail)
  expect(payloadMentionWords(reading.payload)).toEqual(new Set())
})
