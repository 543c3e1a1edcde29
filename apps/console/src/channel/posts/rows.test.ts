import type { PostObject } from '@posthorn/contract'
import { expect, test } from 'vitest'
import { rowsOf } from './rows.js'

const noon = new Date(2026, 10, 21, 12).getTime()
const minuteMs = 60_000

function post(id: string, minute: number, more: Partial<PostObject> = {}): PostObject {
  return {
    id: id.padEnd(26, '0'),
    create_at: noon + minute * minuteMs,
    user_id: 'ada',
    root_id: '',
    type: '',
    props: {},
    ...more,
  } as PostObject
}
const hook = (name: string) => ({ props: { from_webhook: 'true', override_username: name } })

/** Rows as words: a post by its id and whether it goes on. */
function words(posts: PostObject[], { hasOlder = false, until = Number.POSITIVE_INFINITY, me = 'me' } = {}) {
  return rowsOf({ posts, hasOlder, hasNewer: false, roots: {} }, { until, me }).map(row =>
    row.kind === 'post' ? `${row.post.id.replace(/0+$/, '')} ${row.goesOn}` : row.kind,
  )
}

test('groups an author’s posts within five minutes, and starts anew each day', () => {
  expect(
    words([post('a', 0), post('b', 4), post('c', 10), post('d', 11, { user_id: 'bob' }), post('e', 24 * 60)]),
  ).toEqual(['start', 'day', 'a no', 'b author', 'c no', 'd no', 'day', 'e no'])
})

test('shows one delivery’s posts as one, and groups other posts of a hook by its name', () => {
  const first = 'x'.repeat(24)
  const posts = [`${first}01`, `${first}02`, 'y', 'z'].map((id, index) =>
    post(id, index, hook(index < 3 ? 'CI' : 'CD')),
  )
  expect(words(posts)).toEqual(['start', 'day', `${first}01 no`, `${first}02 delivery`, 'y author', 'z no'])
})

test('never joins posts of different hooks, whatever name they show', () => {
  const of = (hookProps: object) => ({ props: { ...hook('CI').props, ...hookProps } })
  const sameTitle = { webhook_display_name: 'Builds' }
  expect(
    words([
      post('a', 0, of({ ...sameTitle, webhook_id: 'one' })),
      post('b', 1, of({ ...sameTitle, webhook_id: 'two' })),
      post('c', 2, of({ ...sameTitle, webhook_id: 'two' })),
      post('d', 3, of(sameTitle)),
      post('e', 4, of({ webhook_display_name: 'Others' })),
    ]),
  ).toEqual(['start', 'day', 'a no', 'b no', 'c author', 'd no', 'e no'])
})

test('gives each delivery with attachments, and each system message, its own header', () => {
  const attached = { ...hook('CI'), type: 'slack_attachment' }
  expect(
    words([post('a', 0, attached), post('b', 0, attached), post('c', 0, { type: 'system_join_channel' })]),
  ).toEqual(['start', 'day', 'a no', 'b no', 'c no'])
})

test('marks the first post after those read, ignoring the reader’s own unless a hook wrote them', () => {
  const own = { user_id: 'me' }
  const read = { until: noon, me: 'me' }
  expect(words([post('a', 0), post('b', 1, own), post('c', 2)], read)).toEqual([
    'start',
    'day',
    'a no',
    'b no',
    'new',
    'c no',
  ])
  expect(words([post('a', 1, { ...own, ...hook('CI') })], read)).toEqual(['start', 'day', 'new', 'a no'])
})

test('shows no channel start while older posts exist', () => {
  expect(words([post('a', 0)], { hasOlder: true })).toEqual(['day', 'a no'])
})
