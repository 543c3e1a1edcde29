import { expect, test } from 'vitest'
import { readUserPost } from './user-post.js'

const read = (message: string, props: Record<string, unknown> = {}, type = '') =>
  readUserPost({ message, type, props })

test("stores a user's message as written, and renders it", () => {
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

test('a message has at most 4,000 characters, whatever their size in bytes', () => {
  expect(read('🎺'.repeat(4000)).outcome).toBe('read')
  expect(read('🎺'.repeat(4001))).toMatchObject({ outcome: 'message_too_long' })
})

test('users cannot impersonate hooks or the system', () => {
  const forged = { from_webhook: 'true', override_username: 'root', override_icon_emoji: ':x:', mine: 1 }
  expect(read('x', forged)).toMatchObject({ outcome: 'read', post: { props: { mine: 1 } } })
  expect(read('x', {}, 'system_join_channel')).toMatchObject({ outcome: 'bad_type' })
})

test("reads attachments like a hook's, and renders them after the message", () => {
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

test('replaces characters that Postgres rejects by U+FFFD, and rejects props that are too large', () => {
  expect(read('a\0b\ud800', { k: '\0' })).toMatchObject({
    post: { message: 'a\uFFFDb\uFFFD', props: { k: '\uFFFD' } },
  })
  expect(read('x', { k: 'y'.repeat(8000) })).toMatchObject({ outcome: 'props_too_long' })
})
