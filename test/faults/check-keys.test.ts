import { postId } from '@posthorn/core'
import { makeIds } from '@posthorn/server'
import { expect, test } from 'vitest'
import { keyViolations } from './check-keys.js'
import type { Sent } from './sender.js'
import type { Stored } from './stored.js'

const own = { channel_id: 'c', hook_id: 'h', reason: '', post_count: 1 }

/** Returns an update key whose second delivery replaced the first with bad news, and a thread with one reply. */
function asItShouldBe(): { sent: Sent[]; stored: Stored } {
  const nextId = makeIds()
  const outcomes = ['posted', 'updated', 'posted', 'replied']
  const deliveries = outcomes.map((outcome, number) => ({
    id: nextId(),
    payload: `${number}`,
    outcome,
    ...own,
  }))
  const sent = deliveries.map(({ id, payload }, number): Sent => {
    const key = { kind: number < 2 ? 'update' : 'thread', name: 'k', isClosing: false } as const
    const answer = { kind: 'ok', delivery: id } as const
    return {
      sender: 1,
      number,
      calls: 1,
      payload,
      text: payload,
      attachment: undefined,
      channel: 'c',
      key,
      answer,
    }
  })
  const ids = deliveries.map(({ id }) => postId(id, 1))
  const post = { channel_id: 'c', is_deleted: false, attachments: null }
  const posts = [
    { id: ids[0] ?? '', message: '1', root_id: '', ...post },
    { id: ids[2] ?? '', message: '2', root_id: '', ...post },
    { id: ids[3] ?? '', message: '3', root_id: ids[2] ?? '', ...post },
    { id: ids[1] ?? '', message: '1', root_id: ids[0] ?? '', ...post },
  ]
  return { sent, stored: { deliveries, posts, channels: new Map(), counters: [], queue: {} } }
}

const wrongs: [string, RegExp, (posts: Stored['posts']) => unknown][] = [
  [
    'an old state is shown',
    /0 posts show its last state/,
    posts => (posts[0] = { ...posts[0], message: '0' } as never),
  ],
  ['an update posted as well', /2 posts show/, posts => posts.push({ ...posts[0] } as never)],
  ['a reply is missing', /has no post/, posts => posts.splice(2, 1)],
  ['a reply is a root', /has 2 roots/, posts => (posts[2] = { ...posts[2], root_id: '' } as never)],
  [
    'bad news is below another post',
    /the reply .* is wrong/,
    posts => (posts[3] = { ...posts[3], root_id: posts[1]?.id } as never),
  ],
  ['bad news is told twice', /the reply .* is wrong/, posts => posts.push({ ...posts[3] } as never)],
  ['bad news shows an old state', /is wrong/, posts => (posts[3] = { ...posts[3], message: '0' } as never)],
]

test('finds nothing wrong with correct keys', () => {
  const { sent, stored } = asItShouldBe()
  expect(keyViolations(sent, stored)).toEqual([])
})

test.each(wrongs)('finds that %s', (_what, words, spoil) => {
  const { sent, stored } = asItShouldBe()
  spoil(stored.posts)
  expect(keyViolations(sent, stored)).toEqual(expect.arrayContaining([expect.stringMatching(words)]))
})
