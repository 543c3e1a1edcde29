import { liveNews, publish } from '@posthorn/queue'
import { newId } from '@posthorn/server'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { openListener, withToken } from './listener.js'
import { addPosts, startApi } from './start-api.js'

/** Starts an API, callers, and the path of the posts in `builds`. */
async function start<Name extends string>(...names: Name[]) {
  const api = await startApi()
  const builds = await api.channelNamed('builds')
  const posts = `/teams/${api.teamId}/channels/${builds.id}/posts`
  return { ...api, builds, posts, ...(await api.callers(...names)) }
}

type Started = Awaited<ReturnType<typeof start>>

/** Adds replies by a hook's user with the given props. */
async function addReplies({ db, builds }: Pick<Started, 'db' | 'builds'>, rootId: string, props: object[]) {
  const [userId, html, htmlVersion] = [newId(), '<p>reply</p>', 1]
  const common = { rootId, userId, channelId: builds.id, message: 'reply', html, htmlVersion }
  const data = props.map((props, index) => ({
    ...common,
    id: newId(),
    createAt: 1000 + index,
    updateAt: 1000,
    props,
  }))
  await db.post.createMany({ data })
  return { userId, ids: data.map(({ id }) => id) }
}

test('a post with replies has their number, the time of the last, and who wrote the latest', async () => {
  const { db, builds, reader, admin, posts } = await start('reader', 'admin')
  const root = await reader.postJson(`${posts}/create`, { message: 'root' })
  const unnamed = { override_username: 'webhook', webhook_display_name: 'Deploys' }
  const hook = { override_username: 'CI', override_icon_url: 'https://a.b/i.png' }
  const { userId } = await addReplies({ db, builds }, root.id, [hook, hook, unnamed])
  await reader.postJson(`${posts}/create`, { message: 'one', root_id: root.id })
  const last = await admin.postJson(`${posts}/create`, { message: 'two', root_id: root.id })
  const { posts: page } = await reader.getJson(`${posts}/page/0/10`)
  const person = { override_username: '', override_icon_url: '' }
  expect(page[root.id]).toMatchObject({
    reply_count: 5,
    last_reply_at: last.create_at,
    participants: [
      { user_id: admin.id, ...person },
      { user_id: reader.id, ...person },
      { user_id: userId, override_username: 'Deploys', override_icon_url: '' },
    ],
  })
  for (const id of [root.id, last.id]) {
    const { posts: thread } = await reader.getJson(`${posts}/${id}/get`)
    expect(thread[root.id]).toEqual(page[root.id])
  }
  expect(page[last.id]).not.toHaveProperty('reply_count')
})

test('a reply, and its deletion, change the ETag of its root’s page', async () => {
  const { reader, posts } = await start('reader')
  const root = await reader.postJson(`${posts}/create`, { message: 'root' })
  const tag = async () => (await reader.get(`${posts}/page/0/10?roots=true`)).headers.etag
  const tags = [await tag()]
  const reply = await reader.postJson(`${posts}/create`, { message: 'reply', root_id: root.id })
  tags.push(await tag())
  await reader.postJson(`${posts}/${reply.id}/delete`)
  tags.push(await tag())
  expect([new Set(tags).size, tags[2] === tags[0]]).toEqual([2, true])
})

test('counts at most 1,000 replies', async () => {
  const { db, builds, reader, posts } = await start('reader')
  const [root = ''] = await addPosts(db, builds.id, ['root'])
  await addReplies(
    { db, builds },
    root,
    Array.from({ length: 1100 }, () => ({})),
  )
  const { posts: page } = await reader.getJson(`${posts}/page/0/10?roots=true`)
  expect(page[root]).toMatchObject({ reply_count: 1000, last_reply_at: 2099 })
})

test('leaves out replies on request, in full pages', async () => {
  const { db, builds, reader, posts } = await start('reader')
  const roots = []
  for (let root = 0; root < 4; root++) {
    const [id = ''] = await addPosts(db, builds.id, [`root ${root}`])
    await addReplies({ db, builds }, id, [{}, {}, {}])
    roots.unshift(id)
  }
  const read = async (path: string) => {
    const answer = await reader.get(`${posts}/${path}?roots=true`)
    return [answer.json().order, answer.headers['x-has-more']]
  }
  expect(await read('page/0/3')).toEqual([roots.slice(0, 3), 'true'])
  expect(await read('page/3/3')).toEqual([roots.slice(3), 'false'])
  expect(await read(`${roots[2]}/after/0/5`)).toEqual([roots.slice(0, 2), 'false'])
  expect(await read(`${roots[0]}/before/0/2`)).toEqual([roots.slice(1, 3), 'true'])
})

test('a page with replies contains the posts that they reply to, outside of its order', async () => {
  const { reader, posts } = await start('reader')
  const root = await reader.postJson(`${posts}/create`, { message: 'root' })
  const reply = await reader.postJson(`${posts}/create`, { message: 'reply', root_id: root.id })
  for (const path of ['page/0/1', `${root.id}/after/0/5`]) {
    const { order, posts: page } = await reader.getJson(`${posts}/${path}`)
    expect([order, page[root.id].message]).toEqual([[reply.id], 'root'])
  }
})

test('a reply’s parent is a post of its thread', async () => {
  const { reader, posts } = await start('reader')
  const root = await reader.postJson(`${posts}/create`, { message: 'root' })
  const reply = await reader.postJson(`${posts}/create`, { message: 'reply', root_id: root.id })
  const ids = { root_id: root.id, parent_id: reply.id }
  const second = await reader.postJson(`${posts}/create`, { message: 'second', ...ids })
  expect(second).toMatchObject({ root_id: root.id, parent_id: root.id })
  const elsewhere = await reader.postJson(`${posts}/create`, { message: 'elsewhere' })
  const status = (ids: object) => reader.statusAndId(`${posts}/create`, { message: 'x', ...ids })
  expect(await status({ root_id: root.id, parent_id: elsewhere.id })).toBe(
    '400 api.post.create_post.parent_id.app_error',
  )
  expect(await status({ parent_id: root.id })).toBe('400 model.post.is_valid.root_parent.app_error')
})

test('returns the end of a thread, and what comes before a reply', async () => {
  const { db, builds, reader, posts } = await start('reader')
  const [root = ''] = await addPosts(db, builds.id, ['root'])
  const { ids } = await addReplies(
    { db, builds },
    root,
    Array.from({ length: 250 }, () => ({})),
  )
  const read = async (query: string) => {
    const answer = await reader.get(`${posts}/${root}/get?${query}`)
    const found = Object.keys(answer.json().posts).filter(id => id !== root)
    return [found.toSorted(), answer.headers['x-has-more']]
  }
  expect(await read('')).toEqual([ids.slice(0, 200), 'true'])
  expect(await read('before=end')).toEqual([ids.slice(50), 'true'])
  expect(await read(`before=${ids[50]}`)).toEqual([ids.slice(0, 50), 'false'])
  expect(await read(`after=${ids[199]}`)).toEqual([ids.slice(200), 'false'])
})

test('live events of a reply, and of its deletion, have the state of its thread', async () => {
  const { reader, posts, listen } = await start('reader')
  const { url } = await listen()
  const { received } = await openListener(url, withToken(reader.token))
  await eventually(() => expect(received).toHaveLength(1)) // hello
  const root = await reader.postJson(`${posts}/create`, { message: 'root' })
  const reply = await reader.postJson(`${posts}/create`, { message: 'reply', root_id: root.id })
  // A post that is deleted before it is announced has one event only.
  await eventually(() => expect(received).toHaveLength(3))
  await reader.postJson(`${posts}/${reply.id}/delete`)
  await eventually(() => expect(received).toHaveLength(4))
  const [none, some, gone] = received.slice(1).map(({ data }) => data.thread && JSON.parse(data.thread))
  expect(none).toBeUndefined()
  expect(some).toMatchObject({ reply_count: 1, participants: [{ user_id: reader.id }] })
  expect(gone).toEqual({ reply_count: 0, last_reply_at: 0, participants: [] })
})

test('announces posts that a worker edited or deleted, to members only', async () => {
  const { db, builds, redis, prefix, reader, stranger, listen } = await start('reader', 'stranger')
  const { url } = await listen()
  const [one, other] = await Promise.all([
    openListener(url, withToken(reader.token)),
    openListener(url, withToken(stranger.token)),
  ])
  await eventually(() => expect(one.received.length + other.received.length).toBe(2)) // hello
  const [second = '', first = ''] = await addPosts(db, builds.id, ['edited', 'deleted'])
  await db.post.update({ where: { id: second }, data: { deleteAt: 1 } })
  await addReplies({ db, builds }, first, [{}])
  publish(redis, liveNews, { edited: [first, second] }, prefix, () => {})
  await eventually(() => expect(one.received).toHaveLength(3))
  expect(one.received.slice(1).map(({ event, data }) => [event, JSON.parse(data.post ?? '')])).toMatchObject([
    ['post_edited', { id: first, message: 'edited', reply_count: 1, html: expect.any(String) }],
    ['post_deleted', { id: second, message: '' }],
  ])
  expect(other.received).toHaveLength(1)
})
