import { createHook } from '@posthorn/db'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { sendTo } from '../support/ingress.js'
import { startWorld, type World } from '../support/world.js'

type Body = { ok?: boolean; delivery?: string; posts?: { id: string }[]; id?: string; text?: string }

async function call(url: string, method: string, payload?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method,
    headers: { ...(payload !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(payload !== undefined && { body: JSON.stringify(payload) }),
  })
  const text = await response.text()
  return { status: response.status, body: (text.startsWith('{') ? JSON.parse(text) : {}) as Body }
}

async function posted(world: World, payload: unknown): Promise<{ delivery: string; post: string }> {
  const { body } = await call(`${world.hookUrl}?wait=true`, 'POST', payload)
  return { delivery: body.delivery ?? '', post: body.posts?.[0]?.id ?? '' }
}

test('reads, edits and deletes a post by its id', async () => {
  const world = await startWorld()
  const { post } = await posted(world, { text: 'before' })
  const url = `${world.hookUrl}/posts/${post}`
  expect(await call(url, 'GET')).toMatchObject({ status: 200, body: { id: post, text: 'before' } })
  const edited = await call(url, 'PATCH', { text: 'after' })
  expect(edited).toMatchObject({ status: 200, body: { ok: true, updated: true, posts: [{ id: post }] } })
  expect(await world.messages()).toEqual(['after'])
  expect(await call(url, 'DELETE')).toMatchObject({ status: 200, body: { ok: true, deleted: true } })
  expect(await world.messages()).toEqual([])
  expect((await call(url, 'DELETE')).status).toBe(404)
  expect((await call(url, 'GET')).status).toBe(404)
  expect((await call(url, 'PATCH', { text: 'x' })).status).toBe(404)
})

test('edits and deletes all posts of a delivery by the id that came with ok', async () => {
  const world = await startWorld()
  const response = await sendTo(world.hookUrl, { text: 'x'.repeat(9000) })
  const url = `${world.hookUrl}/deliveries/${response.headers.get('x-delivery-id')}`
  await eventually(async () => expect(await world.messages()).toHaveLength(3))
  expect((await call(url, 'GET')).body.posts).toHaveLength(3)
  expect((await call(url, 'PATCH', { text: 'short' })).status).toBe(200)
  expect(await world.messages()).toEqual(['short'])
  expect((await call(url, 'DELETE')).status).toBe(200)
  expect(await world.messages()).toEqual([])
})

test('an edit right behind a waiting post is applied after it', async () => {
  const world = await startWorld({ workerLater: true })
  const ids: string[] = []
  for (const text of ['a', 'b', 'c'])
    ids.push((await sendTo(world.hookUrl, { text })).headers.get('x-delivery-id') ?? '')
  const [a, b, c] = ids.map(id => `${world.hookUrl}/deliveries/${id}`)
  const edits = [
    call(`${a}`, 'PATCH', { text: 'A' }),
    call(`${b}`, 'DELETE'),
    call(`${c}`, 'PATCH', { text: 'C' }),
  ]
  await eventually(async () => expect(await world.stored()).toBe(6))
  await world.work()
  expect((await Promise.all(edits)).map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await world.messages()).toEqual(['A', 'C'])
})

test('an edit behind a flood waits for its post', async () => {
  const world = await startWorld({ workerLater: true })
  const long = { text: 'y'.repeat(60_000) } // goes to the flood lane
  const id = (await sendTo(world.hookUrl, long)).headers.get('x-delivery-id')
  const edit = call(`${world.hookUrl}/deliveries/${id}`, 'PATCH', { text: 'edited' })
  await world.work()
  expect((await edit).status).toBeLessThan(300)
  await eventually(async () => expect(await world.messages()).toEqual(['edited']))
})

test('after its key was closed, a post can be edited and deleted by its id, and the key opens another post', async () => {
  const world = await startWorld()
  const { post } = await posted(world, { text: 'down', update_key: 'db' })
  await posted(world, { text: 'up again', update_key: 'db', close: true })
  expect((await posted(world, { text: 'down once more', update_key: 'db' })).post).not.toBe(post)
  const url = `${world.hookUrl}/posts/${post}`
  expect((await call(url, 'PATCH', { text: 'up since noon' })).status).toBe(200)
  expect(await world.messages()).toEqual(['up since noon', 'down once more'])
  expect((await call(url, 'DELETE')).status).toBe(200)
  await posted(world, { text: 'still down', update_key: 'db' })
  expect(await world.messages()).toEqual(['still down'])
})

test("another hook cannot read, edit or delete a hook's posts, and learns nothing about them", async () => {
  const world = await startWorld()
  const { post, delivery } = await posted(world, { text: 'mine' })
  const { userId, teamId, channelId } = await world.db.hook.findFirstOrThrow()
  const fields = {
    userId,
    teamId,
    channelId,
    displayName: '',
    description: '',
    confirm: false,
    locked: false,
    format: '',
  }
  await createHook(world.db, { id: 'o'.repeat(26), createAt: 1, ...fields }, 'k'.repeat(26))
  const base = `${world.url}/hooks/${'k'.repeat(26)}`
  for (const path of [`posts/${post}`, `deliveries/${delivery}`]) {
    expect((await call(`${base}/${path}`, 'GET')).status).toBe(404)
    expect((await call(`${base}/${path}`, 'PATCH', { text: 'x' })).status).toBe(404)
    expect((await call(`${base}/${path}`, 'DELETE')).status).toBe(404)
  }
  expect(await world.messages()).toEqual(['mine'])
})

test('a repeated idempotency key edits once, and unknown ids get 404 without waiting', async () => {
  const world = await startWorld()
  const { post } = await posted(world, { text: 'a' })
  const url = `${world.hookUrl}/posts/${post}`
  const headers = { 'idempotency-key': 'e1' }
  await call(url, 'PATCH', { text: 'b' }, headers)
  await call(url, 'PATCH', { text: 'c' })
  expect((await call(url, 'PATCH', { text: 'b' }, headers)).status).toBe(200)
  expect(await world.messages()).toEqual(['c'])
  const unknown = `${post.slice(0, 20)}zzzz01`
  expect((await call(`${world.hookUrl}/posts/${unknown}`, 'DELETE')).status).toBe(404)
  expect((await call(`${world.hookUrl}/posts/${'0'.repeat(24)}01`, 'PATCH', { text: 'x' })).status).toBe(404)
})

test('an idempotency key names one edit of one post', async () => {
  const world = await startWorld()
  const [one, other] = [await posted(world, { text: 'a' }), await posted(world, { text: 'b' })]
  const headers = { 'idempotency-key': 'e1' }
  const [url, otherUrl] = [one, other].map(({ post }) => `${world.hookUrl}/posts/${post}`)
  expect((await call(`${url}`, 'DELETE', undefined, headers)).status).toBe(200)
  expect((await call(`${otherUrl}`, 'DELETE', undefined, headers)).status).toBe(422)
  expect(await world.messages()).toEqual(['b'])
})

test('rejects an edit after the time limit, and in a channel that the creator can no longer read', async () => {
  const world = await startWorld()
  const { post } = await posted(world, { text: 'a' })
  await world.db.post.updateMany({ data: { createAt: Date.now() - 8 * 86_400_000 } })
  expect((await call(`${world.hookUrl}/posts/${post}`, 'PATCH', { text: 'b' })).status).toBe(403)
  await world.db.post.updateMany({ data: { createAt: Date.now() } })
  await world.db.channel.updateMany({ where: { name: 'town-square' }, data: { type: 'P' } })
  await world.db.channelMember.deleteMany({})
  await world.db.user.updateMany({ data: { roles: 'system_user' } })
  expect((await call(`${world.hookUrl}/posts/${post}`, 'PATCH', { text: 'b' })).status).toBe(403)
  expect(await world.messages()).toEqual(['a'])
})
