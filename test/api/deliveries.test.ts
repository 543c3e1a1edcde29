import { timeOf } from '@posthorn/core'
import { newId } from '@posthorn/server'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { bearer, statusAndId } from './callers.js'
import { addTeam, addUser, noSuchId } from './start-api.js'
import { startHistory } from './start-history.js'

test('a delivery has its outcome, and a rejection has advice for the hook’s owner', async () => {
  const { settle, list, hook, channelNamed } = await startHistory()
  const [posted = '', rejected = ''] = await settle(
    { text: 'hello', mrkdwn: true },
    { text: 'x', channel: 'build' },
  )
  const { deliveries, next } = await list()
  const same = {
    hook_id: hook.id,
    tries: 1,
    replay_of: '',
    replay_outcome: '',
    sent_by: '',
    post_id: '',
    change: '',
    target: '',
    format: '',
    template_version: 0,
    event: '',
    settled_at: expect.any(Number),
    request_id: expect.stringMatching(/^\w{26}$/),
  }
  expect(next).toBe('')
  expect(deliveries).toEqual([
    {
      ...same,
      id: rejected,
      channel_id: '',
      create_at: timeOf(rejected),
      outcome: 'rejected',
      reason: 'web.incoming_webhook.channel.app_error',
      message:
        "Couldn't find the channel. There is no channel build in the hook's team. Did you mean builds?",
      status: 404,
      post_count: 0,
      ignored: [],
      channel: null,
      words: '',
    },
    {
      ...same,
      id: posted,
      channel_id: (await channelNamed('town-square')).id,
      create_at: timeOf(posted),
      outcome: 'posted',
      reason: '',
      message: '',
      status: 200,
      post_count: 1,
      ignored: ['mrkdwn'],
      channel: expect.objectContaining({ name: 'town-square' }),
      words: 'hello',
    },
  ])
})

test('a delivery includes its original payload and its posts', async () => {
  const { settle, get, world } = await startHistory()
  const [id] = await settle({ text: 'x'.repeat(8001), icon_emoji: ':x:' })
  const posts = await world.posts()
  expect((await get(`/deliveries/${id}`)).json()).toMatchObject({
    id,
    payload: JSON.stringify({ text: 'x'.repeat(8001), icon_emoji: ':x:' }),
    post_count: 3,
    channel: { id: posts[0]?.channelId, name: 'town-square', display_name: 'Town Square', type: 'O' },
    posts: posts.map(({ id, channelId, createAt, message, html, props }) => ({
      id,
      channel_id: channelId,
      create_at: createAt,
      message,
      html,
      props,
    })),
    replayed_as: '',
  })
})

/** Holds payloads of which the first, the fourth and the last are rejected. */
const sevenPayloads = Array.from({ length: 7 }, (_, index) => ({
  text: `${index}`,
  ...(index % 3 === 0 && { channel: 'nowhere' }),
}))

test('reads history newest first, page by page, by outcome and time', async () => {
  const { settle, list, idsIn } = await startHistory()
  const ids = await settle(...sevenPayloads)
  const newest = ids.toReversed()
  const first = await list('?limit=3')
  expect(first.deliveries.map(({ id }: { id: string }) => id)).toEqual(newest.slice(0, 3))
  expect(first.next).toBe(newest[2])
  expect(await idsIn(`?limit=4&cursor=${first.next}`)).toEqual(newest.slice(3))
  expect((await list(`?limit=4&cursor=${first.next}`)).next).toBe('')
  expect(await idsIn('?outcome=rejected')).toEqual([ids[6], ids[3], ids[0]])
  expect(await idsIn('?outcome=rejected&limit=1&cursor=')).toEqual([ids[6]])
  expect(await idsIn('?outcome=posted')).toEqual([ids[5], ids[4], ids[2], ids[1]])
  const at = timeOf(ids[3] ?? '')
  const within = (from: number, to: number) => ids.filter(id => timeOf(id) >= from && timeOf(id) <= to)
  expect(await idsIn(`?from=${at}`)).toEqual(within(at, Infinity).toReversed())
  expect(await idsIn(`?to=${at}`)).toEqual(within(0, at).toReversed())
  expect(await idsIn(`?from=${at}&to=${at}`)).toEqual(within(at, at).toReversed())
  expect(await idsIn(`?to=${timeOf(ids[0] ?? '') - 1}`)).toEqual([])
})

test('searches payloads page by page, however far back', async () => {
  const { settle, list, idsIn, db, hook, teamId } = await startHistory()
  const [quoted, café] = await settle({ text: 'say "hi" 100%' }, { text: 'Café' })
  for (const text of ['"HI"', 'say \\"hi', '100%'])
    expect(await idsIn(`?text=${encodeURIComponent(text)}`)).toEqual([quoted])
  expect(await idsIn(`?text=${encodeURIComponent('CAFÉ')}&outcome=posted`)).toEqual([café])
  expect(await idsIn('?text=1%25x')).toEqual([])
  expect(await idsIn(`?text=${encodeURIComponent('café')}&outcome=rejected`)).toEqual([])
  const row = { hookId: hook.id, teamId, settledAt: 1, outcome: 'posted', requestId: newId() }
  const newer = Array.from({ length: 2500 }, () => ({ ...row, id: newId(), payload: '{"text":"noise"}' }))
  await db.delivery.createMany({ data: newer })
  const first = await list('?text=say')
  expect(first).toEqual({ deliveries: [], next: newer[500]?.id })
  const second = await list(`?text=say&cursor=${first.next}`)
  expect([second.deliveries.map(({ id }: { id: string }) => id), second.next]).toEqual([[quoted], ''])
})

test('counts deliveries after a given one, and those of a filter', async () => {
  const { settle, get } = await startHistory()
  const ids = await settle(
    { text: 'one' },
    { text: 'two', channel: 'nowhere' },
    { text: 'three', channel: 'nowhere' },
  )
  const count = async (query: string) => (await get(`/deliveries/count?${query}`)).json()
  expect(await count('')).toEqual({ count: 3, is_whole: true })
  expect(await count(`after=${ids[0]}`)).toEqual({ count: 2, is_whole: true })
  expect(await count(`after=${ids[2]}`)).toEqual({ count: 0, is_whole: true })
  expect(await count('outcome=rejected')).toEqual({ count: 2, is_whole: true })
  expect(await count('text=T&outcome=rejected')).toEqual({ count: 2, is_whole: true })
  expect(await count('text=two')).toEqual({ count: 1, is_whole: true })
})

test('counts deliveries that can be replayed', async () => {
  const { settle, get, replayOne, db } = await startHistory()
  const [first = '', second = ''] = await settle(
    ...['one', 'two'].map(text => ({ text, channel: 'nowhere' })),
  )
  const count = async (query: string) => (await get(`/deliveries/count?outcome=rejected&${query}`)).json()
  await replayOne(first)
  await eventually(async () => expect(await db.delivery.count()).toBe(3))
  expect(await count('replayable=true')).toEqual({ count: 2, is_whole: true })
  expect(await count(`replayable=true&to=${timeOf(second)}`)).toEqual({
    count: 1,
    is_whole: true,
  })
})

test('a delivery and its posts link to each other, and the posts’ texts are for readers of their channel', async () => {
  const { settle, get, world, db, teamId, headers, call, hook } = await startHistory()
  const [id] = await settle({ text: '**hi**' })
  const [post] = await world.posts()
  const found = await call(`/teams/${teamId}/posts/${post?.id}/delivery`, { headers })
  expect(found.json()).toEqual({ delivery: id, hook_id: hook.id })
  const shown = async () => (await get(`/deliveries/${id}`)).json()
  expect((await shown()).posts).toMatchObject([
    { id: post?.id, html: '<p><strong>hi</strong></p>\n', delete_at: 0 },
  ])
  await db.post.updateMany({ data: { deleteAt: 5 } })
  expect((await shown()).posts).toMatchObject([
    { id: post?.id, html: '', message: '', props: {}, delete_at: 5 },
  ])
})

test('hides a delivery’s posts from callers who may not read the channel', async () => {
  const { settle, get, world, db } = await startHistory()
  const [id] = await settle({ text: '**hi**' })
  const [post] = await world.posts()
  await db.user.updateMany({ data: { roles: 'system_user' } })
  await db.channelMember.deleteMany()
  expect((await get(`/deliveries/${id}`)).json()).toMatchObject({
    channel: { name: '' },
    posts: [{ id: post?.id, html: '', message: '' }],
  })
})

test('shows only the hook’s own deliveries', async () => {
  const { settle, db, hook, get, path } = await startHistory()
  const [id = ''] = await settle({ text: 'x' })
  const other = await db.hook.create({ data: { ...hook, id: newId() } })
  const there = path.replace(hook.id, other.id)
  expect(there).not.toBe(path)
  await db.delivery.updateMany({ data: { hookId: other.id } })
  expect((await get('/deliveries')).json().deliveries).toEqual([])
  expect(statusAndId(await get(`/deliveries/${id}`))).toBe('404 store.sql_deliveries.get.app_error')
})

test('only a hook’s creator, team administrators and system administrators manage it', async () => {
  const { settle, db, call, post, tokenOf, teamId, path, hook } = await startHistory()
  const [id = ''] = await settle({ text: 'x', channel: 'nowhere' })
  const other = await addTeam(db, 'other-team')
  const people = {
    member: await addUser(db, 'member'),
    creator: await addUser(db, 'creator'),
    leader: await addUser(db, 'leader'),
  }
  await db.teamMember.createMany({
    data: [
      { teamId, userId: people.member.id },
      { teamId, userId: people.creator.id },
      { teamId, userId: people.leader.id, roles: 'team_user team_admin' },
      { teamId: other.id, userId: people.member.id, roles: 'team_user team_admin' },
    ],
  })
  await db.hook.update({ where: { id: hook.id }, data: { userId: people.creator.id } })
  const forbidden = '403 api.context.permissions.app_error'
  const noHook = '404 store.sql_webhooks.get_incoming.app_error'
  const elsewhere = path.replace(teamId, other.id)
  const unknown = path.replace(hook.id, noSuchId)
  const cases = {
    admin: [path, '200'],
    creator: [path, '200'],
    leader: [path, '200'],
    member: [path, forbidden],
    reader: [elsewhere, forbidden],
  }
  const headersOf = async (name: string) => bearer(await tokenOf(name)).headers
  for (const [name, [at, expected]] of Object.entries(cases)) {
    const headers = await headersOf(name)
    expect([name, statusAndId(await call(`${at}/deliveries`, { headers }))]).toEqual([name, expected])
    expect(statusAndId(await call(`${at}/deliveries/${id}`, { headers }))).toBe(expected)
    expect(statusAndId(await post(`${at}/deliveries/${id}/replay`, '', headers))).toBe(expected)
    expect(statusAndId(await post(`${at}/deliveries/replay`, '{}', headers))).toBe(expected)
    if (expected !== '200') expect(statusAndId(await call(`${at}/replays/${id}`, { headers }))).toBe(expected)
  }
  const admin = await headersOf('admin')
  expect(statusAndId(await call(`${elsewhere}/deliveries`, { headers: admin }))).toBe(noHook)
  expect(statusAndId(await call(`${unknown}/deliveries`, { headers: admin }))).toBe(noHook)
  expect(statusAndId(await post(`${unknown}/deliveries/${id}/replay`, '', admin))).toBe(noHook)
})

test('rejects invalid queries about a history', async () => {
  const { get, ask } = await startHistory()
  const invalid = '400 api.context.invalid_param.app_error'
  const wrong = 'outcome=lost from=x from=-1 to=1.5 to= cursor=x limit=0 limit=201'
  const queries = [...wrong.split(' '), `text=${'x'.repeat(201)}`]
  for (const query of queries)
    expect([query, statusAndId(await get(`/deliveries?${query}`))]).toEqual([query, invalid])
  for (const range of [undefined, 'x', [], { from: 'x' }, { to: -1 }])
    expect(statusAndId(await ask('/deliveries/replay', range ?? null))).toBe(invalid)
  expect(statusAndId(await get(`/deliveries/${noSuchId}`))).toBe('404 store.sql_deliveries.get.app_error')
  expect(statusAndId(await ask(`/deliveries/${noSuchId}/replay`))).toBe(
    '404 store.sql_deliveries.get.app_error',
  )
  expect(statusAndId(await get(`/replays/${noSuchId}`))).toBe('404 store.replays.get.app_error')
})
