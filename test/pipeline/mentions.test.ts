import { openProducer } from '@posthorn/queue'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { userRow } from '../support/user-row.js'
import { startWorld, type World } from '../support/world.js'

/** Returns mention counts by username in a channel once this many deliveries have an outcome. */
async function counts(
  world: World,
  deliveries: number,
  channel = 'town-square',
): Promise<Record<string, number>> {
  await eventually(async () => expect(await world.outcomes()).toHaveLength(deliveries))
  const { id } = await world.channelNamed(channel)
  const members = await world.db.channelMember.findMany({ where: { channelId: id }, include: { user: true } })
  return Object.fromEntries(members.map(({ user, mentionCount }) => [user.username, Number(mentionCount)]))
}

async function addPerson({ db, channelNamed }: World, username: string, more: object = {}): Promise<void> {
  const user = userRow(username)
  await db.user.create({ data: { ...user, ...more } })
  await db.channelMember.create({
    data: { channelId: (await channelNamed('town-square')).id, userId: user.id },
  })
}

test('mentions members by name, including the hook’s creator, but nobody in code or addresses', async () => {
  const world = await startWorld()
  const texts = [
    '@reader.',
    'ask (@Reader) or @admin!',
    '`@reader`',
    '```\n@reader\n```',
    'mail a@reader',
    '@nobody',
  ]
  await Promise.all(texts.map(text => world.send({ text })))
  expect(await counts(world, texts.length)).toEqual({ reader: 2, admin: 1 })
})

test('records one, several and no mentions in turn, each at the first try', async () => {
  const world = await startWorld()
  const texts = ['@reader', '@reader @admin', 'nobody', '@admin', '@admin and @reader']
  for (const text of texts)
    await fetch(`${world.hookUrl}?wait=true`, { method: 'POST', body: JSON.stringify({ text }) })
  const recorded = await world.db.delivery.findMany({ select: { outcome: true, tries: true } })
  expect(recorded).toEqual(texts.map(() => ({ outcome: 'posted', tries: 1 })))
  expect(await counts(world, texts.length)).toEqual({ reader: 3, admin: 3 })
})

test('mentions a user at the end of a long text, and one with a keyword in it', async () => {
  const world = await startWorld()
  await addPerson(world, 'keyed', { notifyProps: { mention_keys: 'incident' } })
  await world.send({ text: `${'@nobody says so. '.repeat(20_000)} @reader: an incident` })
  expect(await counts(world, 1)).toEqual({ reader: 1, admin: 0, keyed: 1 })
})

test('counts a post once per member, even if it names them twice and the whole channel', async () => {
  const world = await startWorld()
  await world.send({ text: '@reader <!channel> @reader @all' })
  expect(await counts(world, 1)).toEqual({ reader: 1, admin: 1 })
  expect(await world.db.mention.count({ where: { userId: '' } })).toBe(1)
})

test('mentions nobody with <!here> and @here', async () => {
  const world = await startWorld()
  await world.send({ text: '<!here> @here <!everyone> <!group>' })
  expect(await counts(world, 1)).toEqual({ reader: 0, admin: 0 })
})

test('mentions users in attachments like in texts', async () => {
  const world = await startWorld()
  await world.send({ attachments: [{ pretext: 'see @reader', text: 'and @admin', footer: '@admin @admin' }] })
  expect(await counts(world, 1)).toEqual({ reader: 1, admin: 1 })
})

test('counts posts in a direct channel for both users', async () => {
  const world = await startWorld()
  await world.send({ text: 'hello', channel: '@reader' })
  await counts(world, 1)
  const direct = await world.db.channel.findFirstOrThrow({ where: { type: 'D' }, include: { members: true } })
  expect(direct.members.map(({ mentionCount }) => mentionCount)).toEqual([1n, 1n])
})

test('honours each member’s settings for keywords, the first name and channel-wide mentions', async () => {
  const world = await startWorld()
  await addPerson(world, 'keys', { notifyProps: { mention_keys: 'deploy, Rollback' } })
  await addPerson(world, 'first', { firstName: 'Ada', notifyProps: { first_name: 'true' } })
  await addPerson(world, 'quiet', { notifyProps: { channel: 'false' } })
  await Promise.all(
    ['a ROLLBACK of the deploy', 'ask Ada', 'ask ada', '@channel'].map(text => world.send({ text })),
  )
  expect(await counts(world, 4)).toEqual({ keys: 2, first: 2, quiet: 0, reader: 1, admin: 1 })
})

test('ignores channel-wide mentions in channels of more than a thousand members', async () => {
  const world = await startWorld()
  const { id: channelId } = await world.channelNamed('town-square')
  const people = Array.from({ length: 999 }, (_, index) => userRow(`p${index}`))
  await world.db.user.createMany({ data: people })
  await world.db.channelMember.createMany({ data: people.map(({ id }) => ({ channelId, userId: id })) })
  await world.send({ text: '@channel @reader' })
  expect(await counts(world, 1)).toMatchObject({ reader: 1, admin: 0, p0: 0 })
  await world.db.channelMember.deleteMany({ where: { userId: people[0]?.id ?? '' } })
  await world.send({ text: '@channel' })
  expect(await counts(world, 2)).toMatchObject({ reader: 2, admin: 1, p1: 1 })
})

test('counts no mention again when a batch is processed again', async () => {
  const world = await startWorld()
  await world.send({ text: '@reader' })
  await counts(world, 1)
  const { id, hookId, requestId, payload } = await world.db.delivery.findFirstOrThrow()
  const producer = await openProducer(world.redis, { prefix: world.prefix })
  await producer.enqueue({ id, hookId, requestId, payload })
  await world.send({ text: 'awake' })
  expect(await counts(world, 2)).toEqual({ reader: 1, admin: 0 })
  await producer.close()
})
