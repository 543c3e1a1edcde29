import { expect, test } from 'vitest'
import { readUserPost } from './user-post.js'

const read = (message: string, props: Record<string, unknown> = {}, type = '') =>
  readUserPost({ message, type, props })

test("a person's message is kept as it is, and rendered", () => {
  expect(read('**a** <https://x.y|z>')).toEqual({
    outcome: 'read',
    post: {
      message: '**a** <https://x.y|z>',
      html: expect.stringContaining('<strong>a</strong>'),
      type: '',
      props: {},
    },
  })
})

test('a message has at most 4000 characters, whatever they take', () => {
  expect(read('🎺'.repeat(4000)).outcome).toBe('read')
  expect(read('🎺'.repeat(4001))).toMatchObject({ outcome: 'message_too_long' })
})

test('nobody can look like a hook, or like the system', () => {
  const forged = { from_webhook: 'true', override_username: 'root', override_icon_emoji: ':x:', mine: 1 }
  expect(read('x', forged)).toMatchObject({ outcome: 'read', post: { props: { mine: 1 } } })
  expect(read('x', {}, 'system_join_channel')).toMatchObject({ outcome: 'bad_type' })
})

test('attachments are read as those of hooks are, and rendered behind the message', () => {
  const attachments = [null, { text: '*a*', made_up: 1 }]
  const writing = read('m', { attachments })
  expect(writing).toMatchObject({
    outcome: 'read',
    post: { type: 'slack_attachment', props: { attachments: [{ text: '*a*', title: '' }] } },
  })
  expect(writing.outcome === 'read' && writing.post.html).toContain('<em>a</em>')
  const again = writing.outcome === 'read' && read('m', writing.post.props)
  expect(again).toEqual(writing)
  expect(read('m', { attachments: 'none' })).toMatchObject({ outcome: 'unreadable' })
})

test('what Postgres refuses becomes U+FFFD, and props that are too large are refused', () => {
  expect(read('a\0b\ud800', { k: '\0' })).toMatchObject({
    post: { message: 'a\uFFFDb\uFFFD', props: { k: '\uFFFD' } },
  })
  expect(read('x', { k: 'y'.repeat(8000) })).toMatchObject({ outcome: 'props_too_long' })
})
