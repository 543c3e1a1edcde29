import { systemUserId } from '@posthorn/db'
import { openProducer } from '@posthorn/queue'
import { makeIds, newId } from '@posthorn/server'
import { expect, test } from 'vitest'
import { firstHookKey } from '../support/constants.js'
import { eventually } from '../support/eventually.js'
import { userRow } from '../support/user-row.js'
import { startWorld, type World } from '../support/world.js'

const dayMs = 86_400_000
const missing = { text: 'x', channel: 'biulds' }

/** What the system has written to people, in order. */
const notices = ({ db }: World) =>
  db.post.findMany({ where: { userId: systemUserId }, orderBy: { id: 'asc' } })

async function settled({ outcomes }: World, count: number): Promise<void> {
  await eventually(async () => expect(await outcomes()).toHaveLength(count))
}

const firstHook = ({ db }: World) => db.hook.findFirstOrThrow({ orderBy: { createAt: 'asc' } })

/** Sends one delivery and waits until it is settled and its batch is over. */
async function sendAndSettle(world: World, payload: object, sofar: number): Promise<void> {
  await world.send(payload)
  await settled(world, sofar)
  await eventually(async () => expect(await world.redis.llen(`${world.prefix}:deliveries:active`)).toBe(0))
}

test('fifty rejected deliveries in several batches and two workers tell the creator once', async () => {
  const world = await startWorld()
  await world.work()
  for (let batch = 0; batch < 5; batch++)
    await Promise.all(Array.from({ length: 10 }, () => world.send(missing)))
  await settled(world, 50)
  await eventually(async () => expect(await notices(world)).toHaveLength(1))
  await sendAndSettle(world, missing, 51)
  expect(await notices(world)).toHaveLength(1)
})

test('the message names the reason and where to look, is a direct message like any other, and never holds the key', async () => {
  const world = await startWorld({ workerLater: true })
  await world.work({ baseUrl: 'https://chat.example.org' })
  await world.send(missing)
  await eventually(async () => expect(await notices(world)).toHaveLength(1))
  const [notice] = await notices(world)
  const hook = await firstHook(world)
  const channel = await world.db.channel.findUniqueOrThrow({
    where: { id: notice?.channelId ?? '' },
    include: { members: true },
  })
  expect(notice?.message).toContain("Couldn't find the channel.")
  expect(notice?.message).toContain('Did you mean builds?')
  expect(JSON.stringify([notice?.message, notice?.html])).not.toContain(firstHookKey)
  expect(notice?.props).toEqual({})
  const history = `/first-team/integrations/incoming/${hook.id}`
  const links = [...(notice?.html ?? '').matchAll(/href="([^"]*)"/g)].map(([, address]) => address)
  expect(links).toEqual([`https://chat.example.org${history}`]) // the hook's page in the console, and no other
  expect(channel).toMatchObject({ type: 'D', totalMsgCount: 1n, lastPostAt: notice?.createAt })
  expect(
    Object.fromEntries(channel.members.map(({ userId, mentionCount }) => [userId, mentionCount])),
  ).toEqual({ [hook.userId]: 1n, [systemUserId]: 0n })
  expect(await world.db.mention.findMany({ where: { postId: notice?.id ?? '' } })).toEqual([
    { postId: notice?.id, userId: hook.userId, channelId: channel.id },
  ])
})

test('what a sender writes as a channel is shown as it is, short, and mentions and links nothing', async () => {
  const world = await startWorld()
  await world.send({ text: 'x', channel: `@channel \`[click](https://evil.example) ${'long '.repeat(5000)}` })
  await eventually(async () => expect(await notices(world)).toHaveLength(1))
  const [notice] = await notices(world)
  expect(notice?.html).toContain('[click](https://evil.example)')
  expect(notice?.html).not.toContain('href="https://evil.example')
  expect(notice?.message.length).toBeLessThan(1000)
})

test('every hook has a message of its own', async () => {
  const world = await startWorld({ workerLater: true })
  const hook = await firstHook(world)
  const other = await world.db.hook.create({ data: { ...hook, id: newId(), displayName: 'The other' } })
  await Promise.all([missing, missing, missing].map(payload => world.send(payload)))
  await world.work()
  await settled(world, 3)
  await eventually(async () => expect(await notices(world)).toHaveLength(1))
  await world.db.hookKey.updateMany({ data: { hookId: other.id } })
  await eventually(async () => {
    await world.send(missing)
    expect(await notices(world)).toHaveLength(2)
  })
  expect((await notices(world))[1]?.message).toContain('The other')
})

test('a hook that still fails the next day tells again, and one that has told today does not', async () => {
  const world = await startWorld({ workerLater: true })
  let now = Date.now()
  await world.work({ nowMs: () => now })
  await sendAndSettle(world, missing, 1)
  now += dayMs - 1
  await sendAndSettle(world, missing, 2)
  await eventually(async () => expect(await notices(world)).toHaveLength(1))
  now += 1
  await sendAndSettle(world, missing, 3)
  await eventually(async () => expect(await notices(world)).toHaveLength(2))
})

test('a hook fails since its first rejection, and a post ends that', async () => {
  const world = await startWorld()
  const failingSince = async () => (await firstHook(world)).failingSince
  await sendAndSettle(world, missing, 1)
  await eventually(async () => expect(await failingSince()).toBeGreaterThan(0n))
  const since = await failingSince()
  await sendAndSettle(world, missing, 2)
  expect(await failingSince()).toBe(since)
  await sendAndSettle(world, { text: 'well again' }, 3)
  await eventually(async () => expect(await failingSince()).toBe(0n))
  await sendAndSettle(world, missing, 4)
  await eventually(async () => expect(await failingSince()).toBeGreaterThan(0n))
  expect(await notices(world)).toHaveLength(1) // it was told today
})

test('a batch that ends well tells of what was rejected in it, and the hook does not fail', async () => {
  const world = await startWorld({ workerLater: true })
  const { id: hookId } = await firstHook(world)
  const producer = await openProducer(world.redis, { prefix: world.prefix })
  const nextId = makeIds()
  const batch = [{ text: 'a' }, missing, missing, { text: 'last' }].map(payload => ({
    id: nextId(),
    hookId,
    requestId: newId(),
    payload: JSON.stringify(payload),
  }))
  await Promise.all(batch.map(producer.enqueue))
  await producer.close()
  await world.work()
  await settled(world, 4)
  await eventually(async () => expect(await notices(world)).toHaveLength(1))
  await eventually(async () => expect((await firstHook(world)).failingSince).toBe(0n))
})

test('nobody is told of a hook that was deleted, nor who was deactivated', async () => {
  const world = await startWorld({ workerLater: true })
  const gone = { ...userRow('gone'), deleteAt: 5 }
  await world.db.user.create({ data: gone })
  await world.send(missing)
  await world.db.hook.updateMany({ data: { userId: gone.id } })
  await world.work()
  await settled(world, 1)
  await eventually(async () => expect((await firstHook(world)).failingSince).toBeGreaterThan(0n))

  const other = await startWorld({ workerLater: true })
  await other.send(missing)
  await other.db.hook.updateMany({ data: { deleteAt: Date.now() } })
  await other.work()
  await settled(other, 1)
  await eventually(async () => expect(await other.redis.llen(`${other.prefix}:deliveries:active`)).toBe(0))
  expect([await notices(world), await notices(other)]).toEqual([[], []])
  expect(await other.db.channel.count({ where: { type: 'D' } })).toBe(0)
})

test('a creator who is no longer in the team is told why the hook reaches its private channel no more', async () => {
  const world = await startWorld()
  const { channelId, userId } = await firstHook(world)
  await world.db.channel.update({ where: { id: channelId }, data: { type: 'P' } })
  await world.db.user.update({ where: { id: userId }, data: { roles: 'system_user' } })
  await world.db.teamMember.updateMany({ where: { userId }, data: { deleteAt: 5 } })
  await world.send({ text: 'x' })
  await eventually(async () => expect(await notices(world)).toHaveLength(1))
  expect((await notices(world))[0]?.message).toContain("webhook's creator is no longer in its team")
})

test('nobody can log in as the system', async () => {
  const { db } = await startWorld({ workerLater: true })
  expect(await db.user.findUniqueOrThrow({ where: { id: systemUserId } })).toMatchObject({
    username: 'posthorn',
    roles: 'system_user',
    passwordHash: '',
    deleteAt: 0n,
  })
})
