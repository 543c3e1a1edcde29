import { postId } from '@posthorn/core'
import { makeIds } from '@posthorn/server'
import { expect, test } from 'vitest'
import { violations } from './check.js'
import type { Sent } from './sender.js'
import type { Stored } from './stored.js'

const text = 'the text in two parts'
const queue = { wait: 0, failed: 0 }

/** Returns three correct deliveries of one sender, each of two posts. */
function asItShouldBe(): { sent: Sent[]; stored: Stored } {
  const nextId = makeIds()
  const ids = [nextId(), nextId(), nextId()]
  const sent = ids.map((delivery, number): Sent => {
    const payload = `{"text":"${text}","number":${number}}`
    const answer = { kind: 'ok', delivery } as const
    return { sender: 1, number, calls: 1, payload, text, attachment: undefined, channel: 'builds', answer }
  })
  const deliveries = sent.map(({ payload }, index) => ({
    id: ids[index] ?? '',
    payload,
    outcome: 'posted',
    reason: '',
    post_count: 2,
    channel_id: 'c1',
    hook_id: 'h1',
  }))
  const parts = [text.slice(0, 8), text.slice(8)]
  const posts = ids.flatMap(id =>
    parts.map((message, part) => ({
      id: postId(id, part + 1),
      channel_id: 'c1',
      root_id: '',
      is_deleted: false,
      message,
      attachments: null,
    })),
  )
  const counters = [{ what: 'posts of builds', kept: 6, rows: 6 }]
  return { sent, stored: { deliveries, posts, channels: new Map([['builds', 'c1']]), counters, queue } }
}

type Found = ReturnType<typeof asItShouldBe>
const [first, second] = [0, 1]

const wrongs: [string, RegExp, (found: Found) => unknown][] = [
  ['a delivery is missing', /^lost/, ({ stored }) => stored.deliveries.shift()],
  ['a delivery is there twice', /^doubled/, ({ stored }) => stored.deliveries.push(copyOf(stored))],
  ['a post is missing', /^not whole/, ({ stored }) => stored.posts.shift()],
  ['a post is there twice', /^not whole/, ({ stored }) => stored.posts.unshift(stored.posts[first] as never)],
  [
    'a text was changed',
    /^not whole/,
    ({ stored }) => Object.assign(stored.posts[first] ?? {}, { message: '' }),
  ],
  [
    'an attachment is missing',
    /^not whole/,
    ({ sent }) => Object.assign(sent[first] ?? {}, { attachment: 'it' }),
  ],
  ['posts have no delivery', /^posts without/, ({ stored }) => stored.deliveries.pop()],
  [
    'a post lies between others',
    /^split/,
    ({ stored }) => stored.posts.splice(1, 0, ...stored.posts.splice(2, 1)),
  ],
  ['two deliveries are in the wrong order', /^out of order/, ({ sent }) => sent.reverse()],
  [
    'a delivery went to another channel',
    /^wrong channel/,
    ({ sent }) => Object.assign(sent[second] ?? {}, { channel: 'x' }),
  ],
  ['a delivery was rejected', /^wrong outcome/, ({ stored }) => reject(stored)],
  [
    'a delivery was refused',
    /^refused/,
    ({ sent }) => Object.assign(sent[second] ?? {}, { answer: { kind: 'refused' } }),
  ],
  [
    'a counter is wrong',
    /counted as 7/,
    ({ stored }) => Object.assign(stored.counters[first] ?? {}, { kept: 7 }),
  ],
  [
    'a batch still waits',
    /^the queue/,
    ({ stored }) => Object.assign(stored, { queue: { wait: 0, failed: 1 } }),
  ],
]

test('finds nothing when everything is correct', () => {
  const { sent, stored } = asItShouldBe()
  expect(violations(sent, stored)).toEqual([])
})

test('allows a delivery without a definite response to be stored or not', () => {
  const { sent, stored } = asItShouldBe()
  const answer = { kind: 'unknown', why: '503' } as const
  const absent = { ...sent[first], payload: 'absent', answer } as Sent
  expect(violations([absent, { ...sent[first], answer } as Sent, ...sent.slice(1)], stored)).toEqual([])
})

test.each(wrongs)('finds that %s', (_what, words, spoil) => {
  const found = asItShouldBe()
  spoil(found)
  expect(violations(found.sent, found.stored)).toEqual(expect.arrayContaining([expect.stringMatching(words)]))
})

function copyOf({ deliveries }: Stored) {
  return { ...(deliveries[first] as Stored['deliveries'][0]), id: makeIds()() }
}

function reject({ deliveries }: Stored) {
  Object.assign(deliveries[first] ?? {}, { outcome: 'rejected', reason: 'unknown_channel' })
}
