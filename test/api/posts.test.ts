import { htmlVersion as current, timeOf } from '@posthorn/core'
import { directChannels, postsSince } from '@posthorn/db'
import { expect, test } from 'vitest'
import { addChannel, addPosts, noSuchId, startApi } from './start-api.js'

const invalid = '400 api.context.invalid_param.app_error'
const forbidden = '403 api.context.permissions.app_error'
const noPost = '404 store.sql_post.get.app_error'

/** Starts an API, callers, and the path of the posts in `builds`, which admin and reader are in. */
async function start<Name extends string>(...names: Name[]) {
  const api = await startApi()
  const builds = await api.channelNamed('builds')
  const posts = `/teams/${api.teamId}/channels/${builds.id}/posts`
  return { ...api, builds, posts, ...(await api.callers(...names)) }
}

test('returns a user’s post with its fields, and stores it with its HTML', async () => {
  const { db, reader, builds, posts } = await start('reader')
  const made = await reader.postJson(`${posts}/create`, {
    channel_id: builds.id,
    message: '**via** #api v3 <https://a.b|c>',
    props: { mine: [1] },
  })
  const now = Date.now()
  expect(made).toEqual({
    id: expect.stringMatching(/^[0-9a-z]{26}$/),
    create_at: timeOf(made.id),
    update_at: expect.any(Number),
    edit_at: 0,
    delete_at: 0,
    is_pinned: false,
    user_id: reader.id,
    channel_id: builds.id,
    root_id: '',
    parent_id: '',
    original_id: '',
    message: '**via** #api v3 <https://a.b|c>',
    type: '',
    props: { mine: [1] },
    hashtags: '#api',
    pending_post_id: '',
  })
  expect(Math.abs(now - made.create_at)).toBeLessThan(60_000)
  expect(await reader.getJson(`${posts}/page/0/10`)).toEqual({ order: [made.id], posts: { [made.id]: made } })
  const { html, htmlVersion } = await db.post.findUniqueOrThrow({ where: { id: made.id } })
  expect([html, htmlVersion]).toEqual([expect.stringContaining('<strong>via</strong>'), current])
})

test('returns HTML on request in every list, and nothing of a deleted post', async () => {
  const { reader, posts } = await start('reader')
  const first = await reader.postJson(`${posts}/create?html=true`, { message: 'one' })
  expect(first.html).toBe('<p>one</p>\n')
  const second = await reader.postJson(`${posts}/create`, { message: '**two**' })
  const lists = [
    'page/0/10',
    `${second.id}/before/0/10`,
    `${first.id}/after/0/10`,
    `since/${first.create_at}`,
    `${first.id}/get`,
  ]
  for (const list of lists) {
    const listed = Object.values<{ html?: string }>((await reader.getJson(`${posts}/${list}`)).posts)
    expect(listed.map(({ html }) => html)).toEqual(listed.map(() => undefined))
    const asked = await reader.getJson(`${posts}/${list}?html=true`)
    for (const id of asked.order)
      expect(asked.posts[id].html).toBe(id === first.id ? '<p>one</p>\n' : '<p><strong>two</strong></p>\n')
  }
  await reader.postJson(`${posts}/${first.id}/delete`)
  const { posts: left } = await reader.getJson(`${posts}/since/${first.create_at}?html=true`)
  expect([left[first.id].message, left[first.id].html]).toEqual(['', ''])
})

test('a message has at most 4000 characters and may be empty', async () => {
  const { reader, posts } = await start('reader')
  const create = (message: string) => reader.statusAndId(`${posts}/create`, { message })
  expect(await create('🎺'.repeat(4000))).toBe('200')
  expect(await create('')).toBe('200')
  expect(await create('🎺'.repeat(4001))).toBe('400 model.post.is_valid.msg.app_error')
})

test('any input for a post is accepted or rejected without an internal error', async () => {
  const { reader, posts } = await start('reader')
  const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
  const cases: [body: unknown, answer: string][] = [
    ['', invalid],
    ['not json', invalid],
    ['[1]', invalid],
    ['null', invalid],
    [{ message: 5 }, invalid],
    [{ message: 'x', props: [] }, invalid],
    [{ message: 'x', channel_id: 'builds' }, invalid],
    [{ message: 'x', root_id: '\0' }, invalid],
    [{ message: 'x', create_at: 1e300 }, invalid],
    [{ message: 'x', create_at: -1 }, invalid],
    [{ message: 'x', props: { attachments: 'none' } }, invalid],
    [{ message: 'x', type: 'system_join_channel' }, invalid],
    [{ message: 'x', type: 'custom_mine' }, '200'],
    [{ message: 'a\0b', props: { '\0': '\0' } }, '200'],
    ['{"message":"\\ud800","props":{"\\udfff":"\\ud800"}}', '200'],
    ['{"message":null,"props":null,"__proto__":{"message":5}}', '200'],
    [`{"message":"x","props":${deep(90)}}`, '400 model.post.is_valid.props.app_error'],
    [`{"message":"x","props":${deep(5000)}}`, '400 api.context.bad_request.app_error'],
    [{ message: 'x', props: { long: 'y'.repeat(8000) } }, '400 model.post.is_valid.props.app_error'],
    [{ message: 'x', root_id: noSuchId }, '400 api.post.create_post.root_id.app_error'],
    [{ message: 'x', channel_id: noSuchId }, '404 store.sql_channel.get.existing.app_error'],
    [`{"message":"${'x'.repeat(1024 * 1024)}"}`, '413 api.context.too_large.app_error'],
  ]
  const answers = []
  for (const [body] of cases) answers.push([body, await reader.statusAndId(`${posts}/create`, body)])
  expect(answers).toEqual(cases)
  const { order, posts: read } = await reader.getJson(`${posts}/page/0/10`)
  expect(order.map((id: string) => read[id].message)).toEqual(['', '\uFFFD', 'a\uFFFDb', 'x'])
})

test('a user’s post cannot look like a hook’s', async () => {
  const { reader, posts } = await start('reader')
  const forged = {
    from_webhook: 'true',
    override_username: 'root',
    override_icon_url: 'https://x.y/z.png',
    webhook_display_name: 'w',
  }
  const made = await reader.postJson(`${posts}/create`, { message: 'm', props: { ...forged, kept: 'yes' } })
  expect(made.props).toEqual({ kept: 'yes' })
})

test('notifies mentioned members except the author, and the other user of a direct channel', async () => {
  const { db, reader, admin, builds, posts, teamId } = await start('reader', 'admin')
  const counts = async (channelId: string) => {
    const members = await db.channelMember.findMany({ where: { channelId } })
    return Object.fromEntries(members.map(({ userId, mentionCount }) => [userId, Number(mentionCount)]))
  }
  for (const message of ['@admin @reader', '`@admin`', '@all'])
    await reader.postJson(`${posts}/create`, { message })
  expect(await counts(builds.id)).toEqual({ [reader.id]: 0, [admin.id]: 2 })
  const pair = { userId: reader.id, otherId: admin.id }
  const [direct] = (await directChannels(db, [pair], Date.now())).values()
  const id = direct?.id ?? ''
  await reader.postJson(`/teams/${teamId}/channels/${id}/posts/create`, { message: 'psst' })
  expect(await counts(id)).toEqual({ [reader.id]: 0, [admin.id]: 1 })
})

test('posts to the channel in the body, for its members only', async () => {
  const { db, reader, admin, builds, posts, teamId, channelNamed } = await start('reader', 'admin')
  const square = await channelNamed('town-square')
  expect((await reader.postJson(`${posts}/create`, { channel_id: square.id, message: 'x' })).channel_id).toBe(
    square.id,
  )
  const closed = await addChannel(db, teamId, 'closed', 'P')
  expect(await reader.statusAndId(`${posts}/create`, { channel_id: closed.id, message: 'x' })).toBe(forbidden)
  expect(await admin.statusAndId(`${posts}/create`, { channel_id: closed.id, message: 'x' })).toBe('200')
  expect(await db.post.count({ where: { channelId: builds.id } })).toBe(0)
})

test('only system administrators import posts with their time, and none from the future', async () => {
  const { reader, admin, posts } = await start('reader', 'admin')
  const now = await reader.postJson(`${posts}/create`, { message: 'now', create_at: 1_600_000_000_000 })
  expect(now.create_at).not.toBe(1_600_000_000_000)
  const then = await admin.postJson(`${posts}/create`, { message: 'then', create_at: 1_600_000_000_000 })
  expect([then.create_at, timeOf(then.id)]).toEqual([1_600_000_000_000, 1_600_000_000_000])
  expect((await reader.getJson(`${posts}/page/0/10`)).order).toEqual([now.id, then.id])
  const future = { message: 'soon', create_at: Date.now() + 3_600_000 }
  expect(await admin.statusAndId(`${posts}/create`, future)).toBe(invalid)
})

test('before and after return a post’s neighbours, newest first', async () => {
  const { db, reader, builds, posts } = await start('reader')
  const [five = '', four, three = '', two, one] = await addPosts(db, builds.id, ['1', '2', '3', '4', '5'])
  await addPosts(db, builds.id, ['deleted'], 1)
  const order = async (path: string) => (await reader.getJson(`${posts}/${path}`)).order
  expect(await order(`${three}/before/0/10`)).toEqual([two, one])
  expect(await order(`${three}/before/1/1`)).toEqual([one])
  expect(await order(`${three}/after/0/10`)).toEqual([five, four])
  expect(await order(`${three}/after/0/1`)).toEqual([four])
  expect(await order(`${three}/after/1/10`)).toEqual([five])
  expect(await order(`${five}/after/0/10`)).toEqual([])
  expect(await reader.statusAndId(`${posts}/${three}/after/0/1001`)).toBe(
    '400 store.sql_post.get_posts.app_error',
  )
  expect(await reader.statusAndId(`${posts}/short/after/0/1`)).toBe(invalid)
})

test('since returns new, edited and deleted posts, and late ones from ten seconds earlier', async () => {
  const { db, reader, builds, posts } = await start('reader')
  const now = Date.now()
  const at = (createAt: number, updateAt: number, more = {}) => ({ createAt, updateAt, ...more })
  const create = async (message: string) =>
    (await reader.postJson(`${posts}/create`, { message })).id as string
  const old = await create('old')
  await db.post.update({ where: { id: old }, data: at(now - 900_000, now - 900_000) })
  const [nine, eleven] = [await create('nine'), await create('eleven')]
  await db.post.update({ where: { id: nine }, data: at(now - 9_000, now - 9_000) })
  await db.post.update({ where: { id: eleven }, data: at(now - 11_000, now - 11_000) })
  const [late = ''] = await addPosts(db, builds.id, ['late'])
  await db.post.update({ where: { id: late }, data: at(now - 86_400_000, now + 1) })
  const since = async (time: number) => {
    const { order, posts: read } = await reader.getJson(`${posts}/since/${time}`)
    return order.map((id: string) => read[id].message)
  }
  expect((await since(now)).toSorted()).toEqual(['late', 'nine'])
  await reader.postJson(`${posts}/update`, { id: old, message: 'old, edited' })
  await reader.postJson(`${posts}/${eleven}/delete`)
  expect((await since(now)).toSorted()).toEqual(['', 'late', 'nine', 'old, edited'])
  expect((await since(0)).toSorted()).toEqual(['', 'late', 'nine', 'old, edited'])
  expect(await since(now + 3_600_000)).toEqual([])
  const { posts: read } = await reader.getJson(`${posts}/since/0`)
  expect(read[eleven]).toMatchObject({ id: eleven, delete_at: expect.any(Number), message: '', props: {} })
  for (const time of ['-1', 'now', '1e3', '9'.repeat(16), '1.5'])
    expect(await reader.statusAndId(`${posts}/since/${time}`)).toBe(invalid)
  expect(await since(999_999_999_999_999)).toEqual([])
})

test('since returns the latest posts if not all fit', async () => {
  const { db, builds } = await start()
  const ids = await addPosts(db, builds.id, ['1', '2', '3', '4'])
  const shown = await postsSince(db, builds.id, 0, { limit: 3, withHtml: false })
  expect(shown.posts.map(({ id }) => id)).toEqual(ids.slice(0, 3))
  expect([shown.more, (await postsSince(db, builds.id, 0, { limit: 4, withHtml: false })).more]).toEqual([
    true,
    false,
  ])
})

test('returns a post with its thread, only in its own channel', async () => {
  const { reader, admin, posts, teamId, channelNamed } = await start('reader', 'admin')
  const root = await reader.postJson(`${posts}/create`, { message: 'root' })
  const reply = await admin.postJson(`${posts}/create`, { message: 'reply', root_id: root.id })
  expect(reply).toMatchObject({ root_id: root.id, parent_id: root.id })
  const noRoot = '400 api.post.create_post.root_id.app_error'
  expect(await reader.statusAndId(`${posts}/create`, { message: 'x', root_id: reply.id })).toBe(noRoot)
  const { order, posts: thread } = await reader.getJson(`${posts}/${reply.id}/get`)
  expect([order, Object.keys(thread).toSorted()]).toEqual([[reply.id], [root.id, reply.id].toSorted()])
  const square = await channelNamed('town-square')
  expect(await reader.statusAndId(`/teams/${teamId}/channels/${square.id}/posts/${root.id}/get`)).toBe(noPost)
  expect(await reader.statusAndId(`${posts}/${noSuchId}/get`)).toBe(noPost)
  expect(await reader.postJson(`${posts}/${root.id}/delete`)).toEqual({ id: root.id })
  expect(await reader.statusAndId(`${posts}/${reply.id}/get`)).toBe(noPost) // replies are deleted with their root
})

test('the author can change a message; its time, attachments and history stay', async () => {
  const { db, reader, admin, posts } = await start('reader', 'admin')
  const attachments = [{ text: 'attached' }]
  const made = await reader.postJson(`${posts}/create`, { message: 'one', props: { attachments, k: 1 } })
  const edited = await reader.postJson(`${posts}/update`, { id: made.id, message: '*two*', props: { k: 2 } })
  expect(edited).toEqual({
    ...made,
    message: '*two*',
    edit_at: expect.any(Number),
    update_at: expect.any(Number),
  })
  expect(edited.update_at).toBeGreaterThan(made.update_at)
  expect(edited.edit_at).toBeGreaterThan(0)
  const { html } = await db.post.findUniqueOrThrow({ where: { id: made.id } })
  expect(html).toMatch(/<em>two<\/em>.*attached/s)
  const stored = await db.post.findFirstOrThrow({ where: { originalId: made.id } })
  expect([stored.message, stored.deleteAt > 0]).toEqual(['one', true])
  expect((await reader.getJson(`${posts}/page/0/10`)).order).toEqual([made.id])
  expect((await reader.getJson(`${posts}/since/0`)).order).toEqual([made.id])

  const update = (body: unknown) => reader.statusAndId(`${posts}/update`, body)
  expect(await admin.statusAndId(`${posts}/update`, { id: made.id, message: 'x' })).toBe(forbidden)
  expect(await update({ id: made.id, message: 'x'.repeat(4001) })).toBe(
    '400 model.post.is_valid.msg.app_error',
  )
  expect(await update({ id: noSuchId, message: 'x' })).toBe('400 api.post.update_post.find.app_error')
  expect([await update({ message: 'x' }), await update('x'), await update({ id: 5 })]).toEqual([
    invalid,
    invalid,
    invalid,
  ])
  await reader.postJson(`${posts}/${made.id}/delete`)
  expect(await update({ id: made.id, message: 'x' })).toBe(
    '400 api.post.update_post.permissions_details.app_error',
  )
})

test('nobody can change system messages', async () => {
  const { reader, teamId, builds, posts } = await start('reader')
  const channel = `/teams/${teamId}/channels/${builds.id}`
  await reader.postJson(`${channel}/leave`)
  await reader.postJson(`${channel}/join`)
  const [id] = (await reader.getJson(`${posts}/page/0/1`)).order
  expect(await reader.statusAndId(`${posts}/update`, { id, message: 'x' })).toBe(
    '400 api.post.update_post.system_message.app_error',
  )
})

test('a post’s author and team administrators can delete it, once', async () => {
  const { db, reader, boss, ada, admin, builds, posts } = await start('reader', 'boss', 'ada', 'admin')
  for (const { id: userId } of [boss, ada])
    await db.channelMember.create({ data: { channelId: builds.id, userId } })
  const made = async () => (await reader.postJson(`${posts}/create`, { message: 'x' })).id
  const first = await made()
  expect(await ada.statusAndId(`${posts}/${first}/delete`, {})).toBe(forbidden)
  expect(await reader.postJson(`${posts}/${first}/delete`)).toEqual({ id: first })
  expect(await reader.statusAndId(`${posts}/${first}/delete`, {})).toBe(noPost)
  expect(await boss.statusAndId(`${posts}/${await made()}/delete`, {})).toBe('200')
  expect(await admin.statusAndId(`${posts}/${await made()}/delete`, {})).toBe('200')
  expect((await reader.getJson(`${posts}/page/0/10`)).order).toEqual([])
})

test('sends a page again after a post in it was changed, added or deleted', async () => {
  const { reader, posts } = await start('reader')
  const { id } = await reader.postJson(`${posts}/create`, { message: 'one' })
  const page = (etag?: string) =>
    reader.get(`${posts}/page/0/10`, etag === undefined ? {} : { 'if-none-match': etag })
  const steps = [
    () => reader.postJson(`${posts}/update`, { id, message: 'two' }),
    () => reader.postJson(`${posts}/create`, { message: 'three' }),
    () => reader.postJson(`${posts}/${id}/delete`),
  ]
  for (const step of steps) {
    const { etag } = (await page()).headers
    expect((await page(String(etag))).statusCode).toBe(304)
    await step()
    expect((await page(String(etag))).statusCode).toBe(200)
  }
})

test('only users who may read a channel can make calls about its posts', async () => {
  const { reader, ada, stranger, posts, call } = await start('reader', 'ada', 'stranger')
  const { id } = await reader.postJson(`${posts}/create`, { message: 'x' })
  const gets = ['/page/0/10', '/since/0', `/${id}/get`, `/${id}/before/0/1`, `/${id}/after/0/1`]
  for (const path of gets) {
    expect([path, await stranger.statusAndId(posts + path)]).toEqual([path, forbidden])
    expect([path, await ada.statusAndId(posts + path)]).toEqual([path, forbidden])
    expect((await call(posts + path)).statusCode).toBe(401)
  }
  for (const path of ['/create', '/update', `/${id}/delete`]) {
    expect([path, await stranger.statusAndId(posts + path, { id, message: 'x' })]).toEqual([path, forbidden])
    expect([path, await ada.statusAndId(posts + path, { id, message: 'x' })]).toEqual([path, forbidden])
    expect((await call(posts + path, { method: 'POST' })).statusCode).toBe(401)
  }
})
