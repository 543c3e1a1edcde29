import { newId } from '@posthorn/server'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { statusAndId } from './callers.js'
import { openListener, withToken } from './listener.js'
import { tablesWith } from './privacy/stored.js'
import { startHistory } from './start-history.js'

/** Starts a history, with a way to erase parts of it. */
async function startErasing() {
  const history = await startHistory()
  const { get, ask, hook } = history
  const erase = async (body: object = {}) => {
    const { erasure } = (await ask('/deliveries/erase', { hook: hook.id, ...body })).json()
    await eventually(async () =>
      expect((await get(`/erasures/${erasure}`)).json()).toMatchObject({ status: 'done' }),
    )
  }
  const people = await history.callers('reader', 'stranger')
  const reply = (root?: { id: string; channelId: string }) => {
    const posts = `/teams/${history.teamId}/channels/${root?.channelId}/posts`
    return people.reader.postJson(`${posts}/create`, { message: 'reply', root_id: root?.id })
  }
  /** Connects a member of the channel, and a user who is none. */
  const listening = async () => {
    const { url } = await history.listen()
    const callers = [people.reader, people.stranger]
    const listeners = await Promise.all(callers.map(({ token }) => openListener(url, withToken(token))))
    await eventually(() => expect(listeners.map(({ received }) => received.length)).toEqual([1, 1])) // hello
    return listeners
  }
  return { ...history, erase, reply, listening }
}

test('exports a hook’s history with the requests as received, and its posts if asked for', async () => {
  const { get, settle } = await startErasing()
  const [id] = await settle({ text: 'of Quokkamoor' }, { text: 'lost', channel: 'nowhere' })
  const kindsOf = async (query: string) => {
    const { body } = await get(`/export${query}`)
    const lines = body.trim().split('\n')
    return lines.map(line => JSON.parse(line)) as { kind: string; data: Record<string, unknown> }[]
  }
  const lines = await kindsOf('')
  expect(lines.map(({ kind }) => kind)).toEqual(['hooks', 'deliveries', 'deliveries', 'end'])
  expect(lines[1]?.data).toMatchObject({ id, payload: '{"text":"of Quokkamoor"}', outcome: 'posted' })
  expect((await kindsOf('?posts=true')).find(({ kind }) => kind === 'posts')?.data).toMatchObject({
    message: 'of Quokkamoor',
  })
  expect((await kindsOf('?before=1')).map(({ kind }) => kind)).toEqual(['hooks', 'end'])
})

test('erases what a hook’s senders sent, but neither its outcomes nor its posts', async () => {
  const { db, get, erase, settle, world } = await startErasing()
  const key = { 'idempotency-key': newId() }
  await world.send({ text: 'of Quokkamoor' }, key)
  await eventually(async () => expect(await db.delivery.count()).toBe(1))
  const [, rejected] = await settle({ text: 'kept' }, { text: 'lost Quokkamoor', channel: 'nowhere' })
  await erase()
  const { payload, outcome, sender_address } = (await get(`/deliveries/${rejected}`)).json()
  expect({ payload, outcome, sender_address }).toEqual({
    payload: '',
    outcome: 'rejected',
    sender_address: '',
  })
  expect(await tablesWith(db, ['quokkamoor'])).toEqual(['posts'])
  await world.send({ text: 'of Quokkamoor' }, key) // its row is still there, so it does not post again
  await settle({ text: 'later' })
  expect(await world.messages()).toEqual(['of Quokkamoor', 'kept', 'later'])
})

test('announces erased posts to members, like deleted ones, and posts with replies of others as edited', async () => {
  const { ask, erase, settle, world, listening, reply } = await startErasing()
  const [single] = await settle({ text: 'single' }, { text: 'root' }, { text: 'another' })
  const [one, root, other] = await world.posts()
  await reply(root)
  const [member, outsider] = await listening()
  await ask(`/deliveries/${single}/erase`, { posts: true })
  await eventually(() => expect(member?.received.length).toBe(2))
  await erase({ posts: true })
  await eventually(() => expect(member?.received.length).toBe(4))
  const events = member?.received.slice(1).map(({ event, data }) => [event, JSON.parse(data.post ?? '')])
  expect(events).toMatchObject([
    ['post_deleted', { id: one?.id, channel_id: one?.channelId, message: '', delete_at: expect.any(Number) }],
    ['post_edited', { id: root?.id, message: 'This post was erased.', reply_count: 1 }],
    ['post_deleted', { id: other?.id, message: '' }],
  ])
  expect(outsider?.received).toHaveLength(1)
})

test('limits the erasures of one caller', async () => {
  const { ask, settle, hook } = await startErasing()
  const [id] = await settle({ text: 'of Quokkamoor' })
  for (let erased = 0; erased < 60; erased++)
    expect((await ask(`/deliveries/${id}/erase`, {})).statusCode).toBe(200)
  for (const path of [`/deliveries/${id}/erase`, '/deliveries/erase'])
    expect((await ask(path, { hook: hook.id })).body).toBe('limit exceeded')
})

test('erases a whole history only if the body names the hook again', async () => {
  const { ask, erase, settle, world, hook, get } = await startErasing()
  const [id] = await settle({ text: 'of Quokkamoor' })
  for (const body of [
    {},
    { posts: true },
    { hook: '' },
    { hook: null },
    { hook: id },
    { hook: `${hook.id} ` },
  ]) {
    const answer = await ask('/deliveries/erase', body)
    expect([body, statusAndId(answer)]).toEqual([body, '400 api.hook.erase.hook.app_error'])
    expect(answer.json().detailed_error).toBe(`Send {"hook": "${hook.id}"}.`)
  }
  await settle({ text: 'later' }) // an erasure that had begun would have ended before
  expect((await get(`/deliveries/${id}`)).json().payload).toBe('{"text":"of Quokkamoor"}')
  expect(await world.messages()).toEqual(['of Quokkamoor', 'later'])
  await erase({ posts: true })
  expect(await world.messages()).toEqual([])
})

test('never takes an empty ID of a delivery for the whole history', async () => {
  const { ask, settle, world, hook } = await startErasing()
  await settle({ text: 'one' })
  for (const [part, status] of [
    ['', 404],
    ['/', 404],
    ['%2F', 400],
    ['%20', 400],
  ] as const) {
    const erasing = await ask(`/deliveries/${part}/erase`, { hook: hook.id, posts: true })
    const replaying = await ask(`/deliveries/${part}/replay`, { outcome: 'any' })
    expect([part, erasing.statusCode, replaying.statusCode]).toEqual([part, status, status])
  }
  await settle({ text: 'later' })
  expect(await world.messages()).toEqual(['one', 'later'])
})

test('replays an erased delivery only with another payload', async () => {
  const { ask, erase, settle, world } = await startErasing()
  const [rejected] = await settle({ text: 'lost', channel: 'nowhere' })
  await erase()
  const replay = await ask(`/deliveries/${rejected}/replay`)
  expect(statusAndId(replay)).toBe('409 api.hook.replay.erased.app_error')
  const edited = await ask(`/deliveries/${rejected}/replay`, { payload: '{"text":"corrected"}' })
  expect(edited.statusCode).toBe(200)
  await eventually(async () => expect(await world.messages()).toEqual(['corrected']))
})

test('erases only what is older, and the posts if asked for', async () => {
  const { db, erase, settle, world, list } = await startErasing()
  await settle({ text: 'old' })
  const [middle] = await list().then(({ deliveries }) => deliveries)
  await eventually(() => expect(Date.now()).toBeGreaterThan(middle.create_at))
  const before = Date.now()
  await settle({ text: 'new' })
  await erase({ before, posts: true })
  expect(await world.messages()).toEqual(['new'])
  const rows = await db.delivery.findMany({ orderBy: { id: 'asc' } })
  expect(rows.map(({ payload }) => payload)).toEqual(['', '{"text":"new"}'])
  await erase({ posts: true })
  expect(await world.messages()).toEqual([])
})

test('erases one request with its replays, and its posts if asked for', async () => {
  const { db, ask, get, settle, replayOne, world } = await startErasing()
  const [other, id] = await settle({ text: 'other' }, { text: 'of Quokkamoor' })
  await replayOne(id as string, { again: true })
  await eventually(async () => expect(await world.messages()).toHaveLength(3))
  expect((await ask(`/deliveries/${id}/erase`)).json()).toEqual({ erased: 2 })
  expect(await tablesWith(db, ['quokkamoor'])).toEqual(['posts'])
  expect((await get(`/deliveries/${other}`)).json().payload).toBe('{"text":"other"}')
  await ask(`/deliveries/${id}/erase`, { posts: true })
  expect(await world.messages()).toEqual(['other', 'of Quokkamoor']) // the replay’s own
})
