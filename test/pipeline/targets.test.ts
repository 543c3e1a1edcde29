import { digest, saveSettings, systemUserId } from '@posthorn/db'
import { newId } from '@posthorn/server'
import { expect, test } from 'vitest'
import { eventually } from '../worlds/eventually.js'
import { person } from '../worlds/person.js'
import { startWorld, type World } from '../worlds/world.js'

const channel = (
  name: string,
  more: { teamId: string; type: string; creatorId?: string; deleteAt?: number },
) => ({
  id: newId(),
  createAt: 1,
  updateAt: 1,
  name,
  displayName: name,
  ...more,
})

async function settled({ outcomes }: World, count: number): Promise<string[]> {
  await eventually(async () => expect(await outcomes()).toHaveLength(count))
  return outcomes()
}

test('channel overrides go where they say: by name, by #name, to the default without one', async () => {
  const world = await startWorld()
  for (const payload of [{ channel: 'builds' }, { channel: '#builds' }, { channel: '' }, {}]) {
    await world.send({ text: JSON.stringify(payload), ...payload })
  }
  expect(await settled(world, 4)).toEqual(Array(4).fill('posted'))
  expect(await world.messages('builds')).toEqual(['{"channel":"builds"}', '{"channel":"#builds"}'])
  expect(await world.messages('town-square')).toEqual(['{"channel":""}', '{}'])
})

test('@user reaches that user in a direct channel, which is made once', async () => {
  const world = await startWorld()
  await Promise.all(
    Array.from({ length: 20 }, (_, index) => world.send({ text: `${index}`, channel: '@reader' })),
  )
  await settled(world, 20)
  const direct = await world.db.channel.findMany({
    where: { type: 'D' },
    include: { members: { include: { user: true } } },
  })
  expect(direct).toHaveLength(1)
  expect(direct[0]?.members.map(({ user }) => user.username).toSorted()).toEqual(['admin', 'reader'])
  expect(await world.db.post.count({ where: { channelId: direct[0]?.id ?? '' } })).toBe(20)
})

test('what cannot go anywhere is rejected with its reason, and its neighbours are posted', async () => {
  const world = await startWorld()
  const { db, send } = world
  const team = await db.team.findFirstOrThrow()
  const stranger = person('stranger')
  await db.user.create({ data: stranger })
  await db.user.updateMany({ where: { username: 'admin' }, data: { roles: 'system_user' } })
  await db.channel.create({ data: channel('secret', { teamId: team.id, type: 'P', creatorId: stranger.id }) })
  await db.channel.create({ data: channel('old', { teamId: team.id, type: 'O', deleteAt: 5 }) })
  await Promise.all(
    ['build', '@nobody', '@admin', 'secret', 'old', 'builds'].map(name =>
      send({ text: name, channel: name }),
    ),
  )
  await settled(world, 6)
  const rows = await db.delivery.findMany()
  const reasons = Object.fromEntries(rows.map(row => [JSON.parse(row.payload).channel, row.reason]))
  expect(reasons).toEqual({
    build: 'unknown_channel',
    '@nobody': 'unknown_user',
    '@admin': 'direct_to_creator',
    secret: 'no_permission',
    old: 'unknown_channel',
    builds: '',
  })
  expect(rows.find(row => row.payload.includes('"build"'))?.detail).toContain('Did you mean builds?')
  expect(await world.messages('builds')).toEqual(['builds'])
  // the one in which its creator is told
  expect(await db.channel.count({ where: { type: 'D', creatorId: { not: systemUserId } } })).toBe(0)
})

test('a hook deleted after acceptance posts nothing; one switched off still does', async () => {
  const world = await startWorld({ workerLater: true })
  await world.send({ text: 'before the switch' })
  await saveSettings(world.db, { EnableIncomingWebhooks: false })
  await world.work()
  expect(await settled(world, 1)).toEqual(['posted'])

  const other = await startWorld({ workerLater: true })
  await other.send({ text: 'before the deletion' })
  await other.db.hook.updateMany({ data: { deleteAt: Date.now() } })
  await other.work()
  expect(await settled(other, 1)).toEqual(['rejected: hook_deleted'])
})

test('a key that is added is taken, and the key of a deleted hook refused, without a restart', async () => {
  const { db, url, send } = await startWorld()
  const key = 'newkeynewkeynewkeynewkeyne'
  const status = async () =>
    (await fetch(`${url}/hooks/${key}`, { method: 'POST', body: '{"text":"x"}' })).status
  expect([await status(), (await send({ text: 'x' })).status]).toEqual([400, 200])
  const hook = await db.hook.findFirstOrThrow()
  await db.hookKey.create({ data: { digest: digest(key), hookId: hook.id, createAt: 1 } })
  await expect.poll(status, { timeout: 5000 }).toBe(200)
  await db.hook.update({ where: { id: hook.id }, data: { deleteAt: Date.now() } })
  await expect.poll(status, { timeout: 5000 }).toBe(400)
})
