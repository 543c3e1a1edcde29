import { type DeliveryOutcome, deliveryOutcomes } from '@posthorn/contract'
import { postId } from '@posthorn/core'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { statusAndId } from './callers.js'
import { startHistory } from './start-history.js'

/** Settles a post, an update of it, a reply, and a replay of its older state. */
async function startKeyed() {
  const history = await startHistory()
  const { settle, replayOne, db } = history
  // in two batches, because a batch stores only the last of a new post's contents
  const [posted = ''] = await settle({ text: 'firing', update_key: 'k' })
  const [updated = '', replied = ''] = await settle(
    { text: 'resolved', update_key: 'k' },
    { text: 'a note', thread_key: 'k' },
  )
  const { delivery: superseded }: { delivery: string } = await replayOne(posted)
  await eventually(async () => expect(await db.delivery.count()).toBe(4))
  return { ...history, posted, updated, replied, superseded }
}

test('filters and counts history by each outcome', async () => {
  const { idsIn, get, settle, posted, replied, updated, superseded } = await startKeyed()
  const [rejected = ''] = await settle({ text: 'x', channel: 'nowhere' })
  const all: Partial<Record<DeliveryOutcome, string>> = { posted, replied, updated, superseded, rejected }
  for (const outcome of deliveryOutcomes) {
    const wanted = all[outcome] ? [all[outcome]] : []
    expect([outcome, await idsIn(`?outcome=${outcome}`)]).toEqual([outcome, wanted])
    const counted = (await get(`/deliveries/count?outcome=${outcome}`)).json()
    expect([outcome, counted]).toEqual([outcome, { count: wanted.length, is_whole: true }])
  }
})

test('a replay of many deliveries reports each outcome, and restores no older state', async () => {
  const { ask, get, world } = await startKeyed()
  const { replay } = (await ask('/deliveries/replay', { outcome: 'any' })).json()
  const counts = { total: 3, sent: 3, posted: 0, replied: 1, updated: 1, superseded: 1, rejected: 0 }
  await eventually(async () => expect((await get(`/replays/${replay}`)).json()).toMatchObject(counts))
  expect((await world.messages()).toSorted()).toEqual(['a note', 'a note', 'resolved'])
})

test('each delivery shows the version that it made, and links to the related one', async () => {
  const { get, posted, updated, superseded, replied } = await startKeyed()
  const whole = async (id: string) => (await get(`/deliveries/${id}`)).json()
  const [post, reply] = [postId(posted, 1), postId(replied, 1)]
  expect(await whole(posted)).toMatchObject({
    post_count: 1,
    posts: [{ id: post, message: 'firing', set_by: updated, version_id: expect.stringMatching(/zz$/) }],
    related_delivery: '',
  })
  expect(await whole(updated)).toMatchObject({
    post_id: post,
    post_count: 1,
    posts: [{ id: post, root_id: '', message: 'resolved', set_by: updated, version_id: '' }],
    related_delivery: posted,
  })
  expect(await whole(replied)).toMatchObject({ posts: [{ id: reply, root_id: post, message: 'a note' }] })
  const nothing = { post_count: 0, posts: [], post_id: post, related_delivery: updated }
  expect(await whole(superseded)).toMatchObject(nothing)
})

test('finds the delivery of a reply, of text in a thread, and of a stored version', async () => {
  const { settle, db, call, teamId, headers, posted, updated, replied } = await startKeyed()
  const [long = ''] = await settle({ text: 'x'.repeat(4001), update_key: 'k' })
  const deliveryOfPost = async (post: string) =>
    (await call(`/teams/${teamId}/posts/${post}/delivery`, { headers })).json().delivery
  const versions = await db.post.findMany({
    where: { originalId: postId(posted, 1) },
    orderBy: { id: 'asc' },
  })
  const posts = [postId(posted, 1), postId(replied, 1), postId(long, 2), ...versions.map(({ id }) => id)]
  expect(await Promise.all(posts.map(deliveryOfPost))).toEqual([posted, replied, long, posted, updated])
})

test('a person’s edit leaves the version that the delivery made', async () => {
  const { settle, get, post, teamId, channelNamed, headers } = await startHistory()
  const [first = ''] = await settle({ text: 'first', update_key: 'k' })
  const [second = ''] = await settle({ text: 'second', update_key: 'k' })
  const { id: channel } = await channelNamed('town-square')
  const edit = JSON.stringify({ id: postId(first, 1), message: 'third' })
  const path = `/teams/${teamId}/channels/${channel}/posts/update`
  expect((await post(path, edit, headers)).statusCode).toBe(200)
  const shown = async (id: string) => (await get(`/deliveries/${id}`)).json().posts[0]
  expect(await shown(first)).toMatchObject({ message: 'first', set_by: second })
  const version_id = expect.stringMatching(/00$/)
  expect(await shown(second)).toMatchObject({ message: 'second', set_by: second, version_id })
})

test('a preview says whether a payload would post, reply or update', async () => {
  const { ask, posted } = await startKeyed()
  const preview = async (more: object) =>
    (await ask('/preview', { payload: JSON.stringify({ text: 'x', ...more }) })).json()
  const post = postId(posted, 1)
  expect(await preview({ update_key: 'k' })).toMatchObject({ outcome: 'updated', post_id: post, status: 200 })
  expect(await preview({ thread_key: 'k' })).toMatchObject({ outcome: 'replied', post_id: post })
  expect(await preview({ root_id: post })).toMatchObject({ outcome: 'replied', post_id: post })
  expect(await preview({ update_key: 'k', channel: 'builds' })).toMatchObject({
    outcome: 'posted',
    post_id: '',
  })
  const ignored = ['root_id or thread_ts (no such post in this channel)']
  expect(await preview({ root_id: postId(posted, 9) })).toMatchObject({ outcome: 'posted', ignored })
})

test('a deletion can be replayed, but not with a payload', async () => {
  const { settle, ask, get, world, db } = await startHistory()
  const [posted = ''] = await settle({ text: 'x' })
  const answer = await fetch(`${world.hookUrl}/deliveries/${posted}`, { method: 'DELETE' })
  const deletion = answer.headers.get('x-delivery-id')
  await eventually(async () => expect(await db.delivery.count()).toBe(2))
  const whole = (await get(`/deliveries/${deletion}`)).json()
  expect(whole).toMatchObject({
    outcome: 'updated',
    change: 'delete',
    target: posted,
    post_count: 0,
    posts: [],
  })
  const edited = await ask(`/deliveries/${deletion}/replay`, { payload: '{"text":"y"}' })
  expect(statusAndId(edited)).toBe('400 api.hook.payload.app_error')
  const { delivery } = (await ask(`/deliveries/${deletion}/replay`)).json()
  await eventually(async () => expect(await db.delivery.count()).toBe(3))
  expect((await get(`/deliveries/${delivery}`)).json()).toMatchObject({ change: 'delete', status: 404 })
})
