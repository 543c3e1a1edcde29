import { timeOf } from '@posthorn/core'
import { deleteExpired, retentionLag } from '@posthorn/db'
import { expect, test } from 'vitest'
import { fillPosts } from '../bench/large/fill-posts.js'
import { eventually } from '../support/eventually.js'
import { oldId } from '../support/old-id.js'
import { addChannel, addTeam, noSuchId, startApi } from './start-api.js'

const dayMs = 86_400_000

type More = { channelId?: string; rootId?: string; originalId?: string; deleteAt?: number }

/** Starts an API and returns how to write posts of a certain age and to delete old ones. */
async function start() {
  const api = await startApi(undefined, { confirm: true })
  const { db, work, teamId } = api
  const builds = await api.channelNamed('builds')
  const add = async (days: number, { channelId = builds.id, ...more }: More = {}) => {
    const id = oldId(days)
    const row = { id, createAt: timeOf(id), updateAt: timeOf(id), userId: noSuchId, channelId }
    await db.post.create({ data: { ...row, message: `${days} days`, html: '', htmlVersion: 1, ...more } })
    return id
  }
  const deleteOld = async () => {
    await db.$executeRaw`UPDATE retention_progress SET begun_at = 0, done_at = 0`
    const worker = await work({ deletePostsEveryMs: 100 })
    await eventually(async () =>
      expect(Number((await db.retentionProgress.findFirst())?.doneAt)).toBeGreaterThan(0),
    )
    await worker.close()
  }
  const left = async (channelId = builds.id) => {
    const rows = await db.post.findMany({ where: { channelId }, orderBy: { id: 'asc' } })
    return rows.map(({ id }) => id)
  }
  return { ...api, builds, add, deleteOld, left, path: `/teams/${teamId}/channels/${builds.id}/retention` }
}

test('deletes posts by the days of their channel, else of their team, else of the server', async () => {
  const { db, add, deleteOld, left, teamId, builds, callers, path } = await start()
  const { admin } = await callers('admin')
  const elsewhere = await addTeam(db, 'elsewhere')
  const channels = [
    builds.id,
    (await addChannel(db, teamId, 'mid')).id,
    (await addChannel(db, elsewhere.id, 'far')).id,
  ]
  for (const channelId of channels) for (const days of [40, 20, 5, 0]) await add(days, { channelId })
  await deleteOld()
  for (const channelId of channels) expect(await left(channelId)).toHaveLength(4)
  await admin.postJson(path, { days: 3 })
  await admin.postJson(`/teams/${teamId}/retention`, { days: 10 })
  await admin.postJson('/admin/save_config', { DataRetentionSettings: { PostDays: 30 } })
  await deleteOld()
  const lengths = await Promise.all(channels.map(async channelId => (await left(channelId)).length))
  expect(lengths).toEqual([1, 2, 3])
  await admin.postJson(path, { days: null })
  expect(await admin.getJson(path)).toMatchObject({ days: null, inherited_days: 10, old_posts: 0 })
})

test('measures how late the deletion of old posts is, also if its first round never ends', async () => {
  const { db, work } = await start()
  const lagAfter = async (begunAt: number, doneAt: number) => {
    await db.$executeRaw`UPDATE retention_progress SET begun_at = ${begunAt}::bigint, done_at = ${doneAt}::bigint`
    return retentionLag(db)
  }
  const twoDaysAgo = Date.now() - 2 * dayMs
  expect(await lagAfter(0, 0)).toBe(0)
  expect(await lagAfter(twoDaysAgo, 0)).toBeGreaterThanOrEqual(2 * 86_400)
  expect(await lagAfter(Date.now(), twoDaysAgo)).toBeGreaterThanOrEqual(2 * 86_400)
  await work({ deletePostsEveryMs: 100 })
  await eventually(async () => expect(await retentionLag(db)).toBeLessThan(86_400))
})

test('says how many posts would be deleted before anything is', async () => {
  const { db, add, teamId, builds, callers, path } = await start()
  const { admin } = await callers('admin')
  for (const days of [40, 20, 5]) await add(days)
  await add(50, { deleteAt: 1 })
  await add(50, { channelId: (await addChannel(db, teamId, 'other')).id })
  const counted = async (where: string) => (await admin.getJson(where)).old_posts
  expect(await counted(`${path}?days=10`)).toBe(2)
  expect(await counted(`/teams/${teamId}/retention?days=10`)).toBe(3)
  await admin.postJson(path, { days: 0 })
  expect(await counted(`/teams/${teamId}/retention?days=10`)).toBe(1)
  expect(await counted('/admin/retention?days=1')).toBe(1)
  expect(await admin.getJson(path)).toEqual({
    days: 0,
    inherited_days: 0,
    old_posts: 0,
    has_more_old_posts: false,
  })
  const entry = await db.auditEntry.findFirstOrThrow({ where: { action: 'setChannelRetention' } })
  expect(entry).toMatchObject({ targetId: builds.id, after: { post_days: 0 } })
})

test('deletes versions with their post, and keeps a thread until its last reply is old', async () => {
  const { db, add, deleteOld, left, builds } = await start()
  const [root, old] = [await add(9), await add(8)]
  const reply = await add(1, { rootId: root })
  await add(7, { rootId: root })
  await add(0, { originalId: old, deleteAt: 1 })
  const version = await add(7, { originalId: root, deleteAt: 1 })
  await db.channel.update({ where: { id: builds.id }, data: { postDays: 3 } })
  await deleteOld()
  expect(await left()).toEqual([root, version, reply])
})

test('deletes mentions and notices with their post, and does not count deleted posts as unread', async () => {
  const { db, add, deleteOld, builds, callers } = await start()
  const { member } = await callers('member')
  const [channelId, userId, old, young] = [builds.id, member.id, await add(8), await add(1)]
  await db.channelMember.create({ data: { channelId, userId, msgCount: 0, mentionCount: 2 } })
  await db.channel.update({ where: { id: channelId }, data: { postDays: 3, totalMsgCount: 9 } })
  for (const postId of [old, young]) {
    await db.mention.create({ data: { postId, userId, channelId } })
    await db.$executeRaw`INSERT INTO due_notices VALUES ('mail', ${userId}, ${postId}, 9e15) ON CONFLICT DO NOTHING`
  }
  await deleteOld()
  const where = { postId: old }
  expect([await db.mention.count({ where }), await db.dueNotice.count({ where })]).toEqual([0, 0])
  const found = await db.channelMember.findFirstOrThrow({ where: { channelId, userId } })
  expect([Number(found.mentionCount), 9 - Number(found.msgCount)]).toEqual([1, 1])
})

test('a key whose post was deleted opens a new post, and an older state never comes back', async () => {
  const { db, send, deleteOld, builds, posts, outcomes, work } = await start()
  await work()
  const [update, sent] = [{ update_key: 'incident', channel: 'builds' }, { 'idempotency-key': 'again' }]
  await send({ ...update, text: 'first' }, sent)
  const [first] = await posts('builds')
  const aged = oldId(5)
  await db.post.update({ where: { id: first?.id ?? '' }, data: { id: aged } })
  await db.deliveryKey.updateMany({ data: { postId: aged } })
  await db.channel.update({ where: { id: builds.id }, data: { postDays: 2 } })
  await deleteOld()
  expect(await posts('builds')).toEqual([])
  await send({ ...update, text: 'second' })
  await send({ ...update, text: 'third' })
  expect((await posts('builds')).map(({ message }) => message)).toEqual(['third'])
  expect(await outcomes()).toEqual(['posted', 'posted', 'updated'])
})

test('continues after the last deleted post, whoever deleted it', async () => {
  const { db, deleteOld, left, builds } = await start()
  const span = { fromMs: Date.now() - 30 * dayMs, toMs: Date.now() - 10 * dayMs }
  await fillPosts(db, { posts: 1200, channelIds: [builds.id], userId: noSuchId, ...span })
  const part = await deleteExpired(db, { channelId: builds.id, end: oldId(10), after: '' })
  expect(part.posts).toBe(500)
  expect(await left()).toHaveLength(700)
  expect(await db.retentionProgress.findFirst()).toMatchObject({ channelId: builds.id, afterId: part.after })
  await db.channel.update({ where: { id: builds.id }, data: { postDays: 9 } })
  await deleteOld()
  expect(await left()).toEqual([])
})
