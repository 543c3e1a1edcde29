import { expect, test } from 'vitest'
import { readWriting } from './written.js'

const read = (message: string, props: Record<string, unknown> = {}, type = '') =>
  readWriting({ message, type, props })

test("a person's message is kept as it is, and rendered", () => {
  expect(read('**a** <https://x.y|z>')).toEqual({
    ok: true,
    post: {
      message: '**a** <https://x.y|z>',
      html: expect.stringContaining('<strong>a</strong>'),
      type: '',
      props: {},
    },
  })
})

test('a message has at most 4000 characters, whatever they take', () => {
  expect(read('🎺'.repeat(4000)).ok).toBe(true)
  expect(read('🎺'.repeat(4001))).toMatchObject({ ok: false, refusal: 'message_too_long' })
})

test('nobody can look like a hook, or like the system', () => {
  const forged = { from_webhook: 'true', override_username: 'root', override_icon_emoji: ':x:', mine: 1 }
  expect(read('x', forged)).toMatchObject({ ok: true, post: { props: { mine: 1 } } })
  expect(read('x', {}, 'system_join_channel')).toMatchObject({ ok: false, refusal: 'bad_type' })
})

test('attachments are read as those of hooks are, and rendered behind the message', () => {
  const attachments = [null, { text: '*a*', made_up: 1 }]
  const writing = read('m', { attachments })
  expect(writing).toMatchObject({
    ok: true,
    post: { type: 'slack_attachment', props: { attachments: [{ text: '*a*', title: '' }] } },
  })
  expect(writing.ok && writing.post.html).toContain('<em>a</em>')
  const again = writing.ok && read('m', writing.post.props)
  expect(again).toEqual(writing)
  expect(read('m', { attachments: 'none' })).toMatchObject({ ok: false, refusal: 'unreadable' })
})

test('what Postgres refuses becomes U+FFFD, and props that are too large are refused', () => {
  expect(read('a\0b\ud800', { k: '\0' })).toMatchObject({
    post: { message: 'a\uFFFDb\uFFFD', props: { k: '\uFFFD' } },
  })
  expect(read('x', { k: 'y'.repeat(8000) })).toMatchObject({ ok: false, refusal: 'props_too_long' })
})
