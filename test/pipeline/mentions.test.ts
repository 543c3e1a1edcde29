import { openProducer } from '@posthorn/queue'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { userRow } from '../support/user-row.js'
import { startWorld, type World } from '../support/world.js'

/** Mention counts by user name in a channel, once so many deliveries are settled. */
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

test('a hook mentions members by name, its creator too, and nobody through code or addresses', async () => {
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

test('one mention, several, and none are recorded in turns, each at the first try', async () => {
  const world = await startWorld()
  const texts = ['@reader', '@reader @admin', 'nobody', '@admin', '@admin and @reader']
  for (const text of texts)
    await fetch(`${world.hookUrl}?wait=true`, { method: 'POST', body: JSON.stringify({ text }) })
  const recorded = await world.db.delivery.findMany({ select: { outcome: true, tries: true } })
  expect(recorded).toEqual(texts.map(() => ({ outcome: 'posted', tries: 1 })))
  expect(await counts(world, texts.length)).toEqual({ reader: 3, admin: 3 })
})

test('somebody at the end of a long text is mentioned, and who asked for a word in it', async () => {
  const world = await startWorld()
  await addPerson(world, 'keyed', { notifyProps: { mention_keys: 'incident' } })
  await world.send({ text: `${'@nobody says so. '.repeat(20_000)} @reader: an incident` })
  expect(await counts(world, 1)).toEqual({ reader: 1, admin: 0, keyed: 1 })
})

test('a post that names somebody twice, and the whole channel, counts once for each member', async () => {
  const world = await startWorld()
  await world.send({ text: '@reader <!channel> @reader @all' })
  expect(await counts(world, 1)).toEqual({ reader: 1, admin: 1 })
  expect(await world.db.mention.count({ where: { userId: '' } })).toBe(1)
})

test('<!here> and @here tell nobody', async () => {
  const world = await startWorld()
  await world.send({ text: '<!here> @here <!everyone> <!group>' })
  expect(await counts(world, 1)).toEqual({ reader: 0, admin: 0 })
})

test('attachments mention as texts do', async () => {
  const world = await startWorld()
  await world.send({ attachments: [{ pretext: 'see @reader', text: 'and @admin', footer: '@admin @admin' }] })
  expect(await counts(world, 1)).toEqual({ reader: 1, admin: 1 })
})

test('a direct channel counts for both of its ends', async () => {
  const world = await startWorld()
  await world.send({ text: 'hello', channel: '@reader' })
  await counts(world, 1)
  const direct = await world.db.channel.findFirstOrThrow({ where: { type: 'D' }, include: { members: true } })
  expect(direct.members.map(({ mentionCount }) => mentionCount)).toEqual([1n, 1n])
})

test('whoever asked for it is told of keywords and of the first name, and may decline the whole channel', async () => {
  const world = await startWorld()
  await addPerson(world, 'keys', { notifyProps: { mention_keys: 'deploy, Rollback' } })
  await addPerson(world, 'first', { firstName: 'Ada', notifyProps: { first_name: 'true' } })
  await addPerson(world, 'quiet', { notifyProps: { channel: 'false' } })
  await Promise.all(
    ['a ROLLBACK of the deploy', 'ask Ada', 'ask ada', '@channel'].map(text => world.send({ text })),
  )
  expect(await counts(world, 4)).toEqual({ keys: 2, first: 2, quiet: 0, reader: 1, admin: 1 })
})

test('a channel of more than a thousand members is not mentioned as a whole', async () => {
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

test('a batch that comes again mentions nobody again', async () => {
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
