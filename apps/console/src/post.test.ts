import { expect, test } from 'vitest'
import { isBot, nameOf, wordsOf } from './post.js'

const post = (props: Record<string, unknown>, message = '') => ({
  id: 'p',
  create_at: 0,
  user_id: 'u',
  message,
  props,
})

test('a webhook posts under the name it chose, else as webhook, and as a bot either way', () => {
  const [named, nameless] = [
    { from_webhook: 'true', override_username: 'ci' },
    { from_webhook: 'true', override_username: '' },
  ].map(props => post(props))
  expect([named, nameless].map(each => each && [nameOf(each), isBot(each)])).toEqual([
    ['ci', true],
    ['webhook', true],
  ])
})

test('a post with attachments alone is not blank', () => {
  const attachments = [
    { fallback: 'Build 7 failed', text: 'unseen' },
    { title: 'Log', text: 'line' },
    null,
    { text: 3 },
  ]
  expect(wordsOf(post({ attachments }))).toBe('Build 7 failed\n\nLog\nline')
  expect(wordsOf(post({ attachments: 'none' }, 'hello'))).toBe('hello')
})
