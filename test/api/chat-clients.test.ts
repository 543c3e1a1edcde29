import { saveSettings } from '@posthorn/db'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { addChannel, addPosts, addUser, startApi } from './start-api.js'

const noUser = '404 store.sql_user.missing_account.const'

test('returns flagged posts of readable channels by preference, newest first', async () => {
  const { db, callers, teamId } = await startApi()
  const { reader } = await callers('reader')
  const [own, secret] = [
    await addChannel(db, teamId, 'own', 'P'),
    await addChannel(db, teamId, 'secret', 'P'),
  ]
  await db.channelMember.create({ data: { channelId: own.id, userId: reader.id } })
  const [newest = '', middle = '', oldest = ''] = await addPosts(db, own.id, ['one', 'two', 'three'])
  const [hidden = ''] = await addPosts(db, secret.id, ['hidden'])
  const [deleted = ''] = await addPosts(db, own.id, ['gone'], 1)
  const flag = (name: string, value = 'true') => ({
    user_id: reader.id,
    category: 'flagged_post',
    name,
    value,
  })
  const flags = [oldest, newest, hidden, deleted].map(id => flag(id))
  await reader.client.savePreferences({ body: [...flags, flag(middle, 'false'), flag('nonsense')] })
  const page = async (offset: number, limit: number) =>
    (await reader.getJson(`/teams/${teamId}/posts/flagged/${offset}/${limit}`)).order
  expect(await page(0, 10)).toEqual([newest, oldest])
  expect([await page(0, 1), await page(1, 1)]).toEqual([[newest], [oldest]])
})

test('counts a team’s channels and reports their last changes', async () => {
  const { db, callers, teamId, channelNamed } = await startApi()
  const { reader } = await callers('reader')
  const { id } = await channelNamed('town-square')
  await db.channelMember.upsert({
    where: { channelId_userId: { channelId: id, userId: reader.id } },
    create: { channelId: id, userId: reader.id },
    update: {},
  })
  await db.channel.update({ where: { id }, data: { totalMsgCount: 7, updateAt: 1_800_000_000_000 } })
  const counted = await reader.client.countChannelPosts({ params: { team: teamId } })
  expect([counted.counts[id], counted.update_times[id]]).toEqual([7, 1_800_000_000_000])
  const listed = await reader.client.listChannels({ params: { team: teamId } })
  expect(Object.keys(counted.counts).toSorted()).toEqual(listed.map(channel => channel.id).toSorted())
})

test('finds a user by e-mail address only if the caller may see it', async () => {
  const { db, callers } = await startApi()
  const eve = await addUser(db, 'eve')
  const { reader, admin } = await callers('reader', 'admin')
  const find = (email: string) => `/users/email/${encodeURIComponent(email)}`
  for (const email of ['eve@localhost', 'nobody@localhost', '', '\0', 'ü@localhost'])
    if (email) expect([email, await reader.statusAndId(find(email))]).toEqual([email, noUser])
  expect((await reader.getJson(find('READER@localhost'))).id).toBe(reader.id)
  expect((await admin.getJson(find('Eve@Localhost'))).id).toBe(eve.id)
  expect(await admin.statusAndId(find('nobody@localhost'))).toBe(noUser)
  await saveSettings(db, { ShowEmailAddress: true })
  await eventually(async () => expect((await reader.getJson(find('eve@localhost'))).id).toBe(eve.id))
})

test('reports the licence of a server without one to everybody', async () => {
  const { call } = await startApi()
  expect((await call('/license/client_config?format=old')).json()).toEqual({ IsLicensed: 'false' })
})
