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

/** Returns the system's messages to users, in order. */
const notices = ({ db }: World) =>
  db.post.findMany({ where: { userId: systemUserId }, orderBy: { id: 'asc' } })

async function settled({ outcomes }: World, count: number): Promise<void> {
  await eventually(async () => expect(await outcomes()).toHaveLength(count))
}

const firstHook = ({ db }: World) => db.hook.findFirstOrThrow({ orderBy: { createAt: 'asc' } })

/** Sends one delivery and waits until it has its outcome and its batch is finished. */
async function sendAndSettle(world: World, payload: object, sofar: number): Promise<void> {
  await world.send(payload)
  await settled(world, sofar)
  await eventually(async () => expect(await world.redis.llen(`${world.prefix}:deliveries:active`)).toBe(0))
}

test('notifies the creator once of fifty rejected deliveries in several batches at two workers', async () => {
  const world = await startWorld()
  await world.work()
  for (let batch = 0; batch < 5; batch++)
    await Promise.all(Array.from({ length: 10 }, () => world.send(missing)))
  await settled(world, 50)
  await eventually(async () => expect(await notices(world)).toHaveLength(1))
  await sendAndSettle(world, missing, 51)
  expect(await notices(world)).toHaveLength(1)
})

const baseUrl = 'https://chat.example.org'

test('the worker names the reason and a link in an ordinary direct message, and never the key', async () => {
  const world = await startWorld({ workerLater: true })
  await world.work({ baseUrl })
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
  expect(links).toEqual([`${baseUrl}${history}`]) // the hook's page in the console, and no other
  expect(channel).toMatchObject({ type: 'D', totalMsgCount: 1n, lastPostAt: notice?.createAt })
  expect(
    Object.fromEntries(channel.members.map(({ userId, mentionCount }) => [userId, mentionCount])),
  ).toEqual({ [hook.userId]: 1n, [systemUserId]: 0n })
  expect(await world.db.mention.findMany({ where: { postId: notice?.id ?? '' } })).toEqual([
    { postId: notice?.id, userId: hook.userId, channelId: channel.id },
  ])
})

test('shows the sender’s channel name literally and shortened, without mentions and links', async () => {
  const world = await startWorld()
  await world.send({ text: 'x', channel: `@channel \`[click](https://evil.example) ${'long '.repeat(5000)}` })
  await eventually(async () => expect(await notices(world)).toHaveLength(1))
  const [notice] = await notices(world)
  expect(notice?.html).toContain('[click](https://evil.example)')
  expect(notice?.html).not.toContain('href="https://evil.example')
  expect(notice?.message.length).toBeLessThan(1000)
})

test('sends a message per hook', async () => {
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

test('notifies again if a hook still fails the next day, but only once per day', async () => {
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

test('marks a hook as failing from its first rejection until its next post', async () => {
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
  expect(await notices(world)).toHaveLength(1) // already notified today
})

test('reports rejections in a batch that ends with a post, without marking the hook as failing', async () => {
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

test('notifies nobody of a deleted hook, and no deactivated owner', async () => {
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

test('explains to a creator outside the team why the hook no longer reaches its private channel', async () => {
  const world = await startWorld()
  const { channelId, userId } = await firstHook(world)
  await world.db.channel.update({ where: { id: channelId }, data: { type: 'P' } })
  await world.db.user.update({ where: { id: userId }, data: { roles: 'system_user' } })
  await world.db.teamMember.updateMany({ where: { userId }, data: { deleteAt: 5 } })
  await world.send({ text: 'x' })
  await eventually(async () => expect(await notices(world)).toHaveLength(1))
  expect((await notices(world))[0]?.message).toContain("webhook's creator is no longer in its team")
})

test('allows nobody to log in as the system', async () => {
  const { db } = await startWorld({ workerLater: true })
  expect(await db.user.findUniqueOrThrow({ where: { id: systemUserId } })).toMatchObject({
    username: 'posthorn',
    roles: 'system_user',
    passwordHash: '',
    deleteAt: 0n,
  })
})
