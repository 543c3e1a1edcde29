import { archiveChannel, restoreChannel } from '@posthorn/db'
import { newId } from '@posthorn/server'
import { expect, test } from 'vitest'
import { startApi } from './start-api.js'

const forbidden = '403 api.context.permissions.app_error'

/** Starts an API with an ingress, callers, and helpers for channels and hooks. */
async function start<Name extends string>(...names: Name[]) {
  const api = await startApi()
  const { admin } = await api.callers('admin')
  const channels = `/teams/${api.teamId}/channels`
  const hooks = `/teams/${api.teamId}/hooks/incoming`
  /** Creates a channel with these members as the first of them. */
  const channelOf = async (type: 'O' | 'P', first: { id: string }, ...others: { id: string }[]) => {
    const name = `c-${newId()}`
    const stamps = { createAt: 1, updateAt: 1, creatorId: first.id }
    const channel = { id: newId(), teamId: api.teamId, type, name, displayName: name, ...stamps }
    const { id } = await api.db.channel.create({ data: channel })
    const members = [first, ...others].map(({ id: userId }) => ({ channelId: id, userId }))
    await api.db.channelMember.createMany({ data: members })
    return id
  }
  /** Creates a hook for a user as an administrator. Returns its id and URL. */
  const hookOf = async (channelId: string, { id: userId }: { id: string }) => {
    const { id, url } = await admin.postJson(`${hooks}/create`, { channel_id: channelId })
    await api.db.hook.update({ where: { id }, data: { userId } })
    return { id, url: api.url + new URL(url).pathname }
  }
  const send = async (url: string) => (await fetch(url, { method: 'POST', body: '{"text":"hi"}' })).status
  return { ...api, admin, ...(await api.callers(...names)), channels, hooks, channelOf, hookOf, send }
}

test('a member cannot archive a public channel that other people’s hooks use; its creator and administrators can', async () => {
  const { reader, ada, boss, admin, channels, channelOf, hookOf, send } = await start('reader', 'ada', 'boss')
  for (const archiver of [ada, boss, admin]) {
    const id = await channelOf('O', ada, reader, boss)
    const { url } = await hookOf(id, admin)
    await hookOf(id, boss)
    const answer = await reader.post(`${channels}/${id}/delete`)
    expect([answer.statusCode, answer.json().message]).toEqual([
      403,
      expect.stringContaining("Other people's webhooks"),
    ])
    expect(await send(url)).toBe(200)
    expect(await archiver.statusAndId(`${channels}/${id}/delete`, {})).toBe('200')
  }
})

test('a member archives a channel without other people’s hooks, and a private one with them', async () => {
  const { db, reader, ada, channels, hooks, channelOf, hookOf, admin } = await start('reader', 'ada')
  const archive = (id: string) => reader.statusAndId(`${channels}/${id}/delete`, {})
  const withNone = await channelOf('O', ada, reader)
  const [withOwn, withDeleted] = [await channelOf('O', ada, reader), await channelOf('O', ada, reader)]
  await hookOf(withOwn, reader)
  const { id } = await hookOf(withDeleted, ada)
  expect(await archive(withDeleted)).toBe(forbidden)
  await admin.postJson(`${hooks}/delete`, { id })
  const closed = await channelOf('P', ada, reader)
  await db.hook.updateMany({ data: { channelId: closed } })
  expect(await Promise.all([withNone, withOwn, withDeleted, closed].map(archive))).toEqual(
    Array(4).fill('200'),
  )
})

test('restoring a channel brings back its posts and its hooks, but not a hook deleted before', async () => {
  const { reader, ada, admin, channels, hooks, channelOf, hookOf, send } = await start('reader', 'ada')
  const id = await channelOf('O', reader, ada)
  const { message } = await ada.postJson(`${channels}/${id}/posts/create`, { message: 'before' })
  const [remaining, leaked] = [await hookOf(id, admin), await hookOf(id, admin)]
  expect([await send(remaining.url), await send(leaked.url)]).toEqual([200, 200])
  await admin.postJson(`${hooks}/delete`, { id: leaked.id })
  await reader.postJson(`${channels}/${id}/delete`)
  await expect.poll(() => send(remaining.url)).toBe(400)

  expect(await ada.statusAndId(`${channels}/${id}/restore`, {})).toBe(forbidden)
  expect(await reader.postJson(`${channels}/${id}/restore`)).toEqual({ id })
  await expect.poll(() => send(remaining.url)).toBe(200)
  expect(await send(leaked.url)).toBe(400)
  expect((await admin.getJson(`${hooks}/${remaining.id}/get`)).delete_at).toBe(0)
  const { posts, order } = await ada.getJson(`${channels}/${id}/posts/page/0/10`)
  expect(order.map((post: string) => [posts[post].type, posts[post].message])).toEqual([
    ['system_channel_restored', 'reader has restored the channel.'],
    ['system_channel_deleted', 'reader has archived the channel.'],
    ['', message],
  ])
  expect(await ada.statusAndId(`${channels}/${id}/posts/create`, { message: 'after' })).toBe('200')
  expect(await reader.statusAndId(`${channels}/${id}/restore`, {})).toBe(
    '400 api.channel.restore_channel.restored.app_error',
  )
})

test('does not restore a hook that was deleted in the same millisecond as the archiving', async () => {
  const { db, teamId, reader, channelOf, hookOf } = await start('reader')
  const channelId = await channelOf('O', reader)
  const [remaining, leaked] = [await hookOf(channelId, reader), await hookOf(channelId, reader)]
  const atMs = Date.now()
  await db.hook.update({ where: { id: leaked.id }, data: { deleteAt: atMs } })
  const text = { message: 'm', html: '<p>m</p>', htmlVersion: 1, type: '', props: '{}', rootId: '' }
  const notice = () => ({ id: newId(), createAt: atMs, userId: reader.id, channelId, ...text })
  expect([await archiveChannel(db, notice()), await archiveChannel(db, notice())]).toEqual([true, false])
  const restore = () => restoreChannel(db, teamId, notice(), 100)
  expect([await restore(), await restore()]).toEqual(['restored', 'not_archived'])
  const live = await db.hook.findMany({ where: { channelId, deleteAt: 0 } })
  expect(live.map(({ id }) => id)).toEqual([remaining.id])
})

test('restoring respects a team’s limit of channels, even with concurrent restores', async () => {
  const { db, teamId, admin, reader, channels, channelOf } = await start('reader')
  const ids = await Promise.all(Array.from({ length: 5 }, () => channelOf('O', reader)))
  for (const id of ids) await reader.postJson(`${channels}/${id}/delete`)
  const live = () => db.channel.count({ where: { teamId, deleteAt: 0 } })
  await admin.postJson('/admin/save_config', { TeamSettings: { MaxChannelsPerTeam: (await live()) + 2 } })
  const answers = await Promise.all(ids.map(id => reader.statusAndId(`${channels}/${id}/restore`, {})))
  const full = '400 api.channel.create_channel.max_channel_limit.app_error'
  expect(answers.toSorted()).toEqual(['200', '200', full, full, full])
})

test('lists exactly the archived channels that the caller can restore, the latest first', async () => {
  const { db, reader, ada, boss, admin, channels, channelOf } = await start('reader', 'ada', 'boss')
  const open = await channelOf('O', reader, ada)
  const closed = await channelOf('P', reader, ada)
  const closedToCreator = await channelOf('P', reader, ada)
  const live = await channelOf('O', reader)
  for (const id of [open, closed, closedToCreator]) await ada.postJson(`${channels}/${id}/delete`)
  await db.channelMember.deleteMany({ where: { channelId: closedToCreator, userId: reader.id } })
  const named = { [open]: 'open', [closed]: 'closed', [closedToCreator]: 'closed to creator', [live]: 'live' }
  const listed = async ({ getJson }: typeof reader, page = '0/10') =>
    (await getJson(`${channels}/archived/${page}`)).map(({ id }: { id: string }) => named[id])
  expect(await listed(reader)).toEqual(['closed', 'open'])
  expect(await listed(reader, '1/10')).toEqual(['open'])
  expect(await listed(ada)).toEqual([])
  expect(await listed(boss)).toEqual(['open'])
  expect(await listed(admin)).toEqual(['closed to creator', 'closed', 'open'])
})
