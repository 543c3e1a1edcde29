import { digest, directChannels, directName, saveSettings, systemUserId } from '@posthorn/db'
import { newId } from '@posthorn/server'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { sendTo } from '../support/ingress.js'
import { userRow } from '../support/user-row.js'
import { startWorld, type World } from '../support/world.js'

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

test('resolves channel overrides by name and #name, and uses the default channel without one', async () => {
  const world = await startWorld()
  for (const payload of [{ channel: 'builds' }, { channel: '#builds' }, { channel: '' }, {}]) {
    await world.send({ text: JSON.stringify(payload), ...payload })
  }
  expect(await settled(world, 4)).toEqual(Array(4).fill('posted'))
  expect(await world.messages('builds')).toEqual(['{"channel":"builds"}', '{"channel":"#builds"}'])
  expect(await world.messages('town-square')).toEqual(['{"channel":""}', '{}'])
})

test('posts to @user in a direct channel, which is created once', async () => {
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

test('rejects undeliverable payloads with their reason, and posts their neighbours', async () => {
  const world = await startWorld()
  const { db, send } = world
  const team = await db.team.findFirstOrThrow()
  const stranger = userRow('stranger')
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
    old: 'channel_archived',
    builds: '',
  })
  expect(rows.find(row => row.payload.includes('"build"'))?.detail).toContain('Did you mean builds?')
  expect(await world.messages('builds')).toEqual(['builds'])
  // the one with the notice to its creator
  expect(await db.channel.count({ where: { type: 'D', creatorId: { not: systemUserId } } })).toBe(0)
})

/** Sends a payload to each channel. Returns the status and the message of a refusal for each. */
async function answersOf({ hookUrl }: World, channels: string[]) {
  const answers: Record<string, { status: number; id?: string; message?: string; detail?: string }> = {}
  for (const channel of channels) {
    const answer = await sendTo(`${hookUrl}?wait=true`, { text: 'x', channel })
    const { id, message, detailed_error: detail } = await answer.json()
    answers[channel] = { status: answer.status, id, message, detail }
  }
  return answers
}

test('says what was probably meant by an unknown channel or user', async () => {
  const world = await startWorld()
  const { db } = world
  const { id: teamId } = await db.team.findFirstOrThrow()
  await db.user.createMany({ data: [{ ...userRow('gone'), deleteAt: 5 }, userRow('build')] })
  const [old, hidden, secret] = [
    channel('old', { teamId, type: 'O', deleteAt: 5 }),
    channel('hidden', { teamId, type: 'P', deleteAt: 5 }),
    channel('secret-plans', { teamId, type: 'P' }),
  ]
  await db.channel.createMany({ data: [old, hidden, secret] })
  const { id: buildsId } = await world.channelNamed('builds')
  const expected: Record<string, [id: string, text: string | RegExp]> = {
    '@Reader': ['user', 'There is no user @Reader. Did you mean @reader?'],
    '@ reader ': ['user', /Did you mean @reader\?$/],
    reader: ['channel', /Did you mean @reader\?$/],
    '#Reader': ['channel', /Did you mean @reader\?$/],
    '@builds': ['user', 'There is no user @builds. Did you mean #builds?'],
    build: ['channel', /Did you mean builds or @build\?$/],
    BUILDS: ['channel', /Did you mean builds\?$/],
    'Town Square': ['channel', /Did you mean town-square\?$/],
    old: ['channel', 'Restore the channel old, or name another one.'],
    '#old': ['channel', 'Restore the channel old, or name another one.'],
    [old.id]: ['channel', 'Restore the channel old, or name another one.'],
    [buildsId]: ['channel', /Did you mean builds\? Write the name of a channel, not its id\.$/],
    [secret.id]: ['channel', /team\. Write the name of a channel, not its id\.$/],
    hidden: ['channel', /team\.$/],
    '@Gone': ['user', 'There is no user @Gone.'],
    '@Admin': ['user', 'There is no user @Admin.'], // the creator, to whom the hook cannot write
    [`@${'x'.repeat(100_000)}`]: ['user', /^There is no user @x{64}….$/],
  }
  const answers = await answersOf(world, Object.keys(expected))
  for (const [written, [id, text]] of Object.entries(expected)) {
    expect([written.slice(0, 40), answers[written]]).toMatchObject([
      written.slice(0, 40),
      { status: id === 'user' ? 400 : 404, id: `web.incoming_webhook.${id}.app_error` },
    ])
    expect(answers[written]?.detail).toMatch(
      typeof text === 'string' ? new RegExp(`^${text.replaceAll('?', '\\?')}$`) : text,
    )
  }
  expect(answers.old?.message).toContain('It is archived')
})

/** Creates a private channel with the hook's creator, and a direct channel of the creator. */
async function makeClosedChannels({ db }: World) {
  const [team, creator] = [await db.team.findFirstOrThrow(), await db.user.findFirstOrThrow({ where: admin })]
  const friend = userRow('friend')
  await db.user.create({ data: friend })
  const secret = channel('secret', { teamId: team.id, type: 'P', creatorId: creator.id })
  await db.channel.create({ data: secret })
  await db.channelMember.create({ data: { channelId: secret.id, userId: creator.id } })
  const pair = { userId: creator.id, otherId: friend.id }
  await directChannels(db, [pair], 1)
  return { team, creator, secret, direct: directName(pair) }
}
const admin = { username: 'admin' }

test('limits a hook to public channels after its creator is deactivated, and gives that reason', async () => {
  const world = await startWorld()
  const { secret, direct } = await makeClosedChannels(world)
  const asked = ['', 'builds', 'secret', '@friend', direct, '@reader']
  const statuses = async () => Object.values(await answersOf(world, asked)).map(({ status }) => status)
  expect(await statuses()).toEqual([200, 200, 200, 200, 200, 200])
  await world.db.channel.deleteMany({ where: { type: 'D', NOT: { name: direct } } }) // the one with reader
  await world.db.user.updateMany({ where: admin, data: { deleteAt: 5 } }) // a system administrator
  expect(await statuses()).toEqual([200, 200, 403, 403, 403, 403])
  const answers = await answersOf(world, ['secret', '@reader'])
  for (const { id, message } of Object.values(answers)) {
    expect(id).toBe('web.incoming_webhook.permissions.app_error')
    expect(message).toMatch(/creator was deactivated.*reactivate the creator/)
  }
  expect(await world.db.channel.count({ where: { type: 'D' } })).toBe(1) // none was created
  await world.db.hook.updateMany({ data: { channelId: secret.id } })
  expect(await statuses()).toEqual([403, 200, 403, 403, 403, 403])
  await world.db.user.updateMany({ where: admin, data: { deleteAt: 0 } })
  expect(await statuses()).toEqual([200, 200, 200, 200, 200, 200])
})

test('limits a hook to public channels if its creator left the team and is no system administrator', async () => {
  const world = await startWorld()
  const { db } = world
  const { team, creator } = await makeClosedChannels(world)
  await db.user.updateMany({ where: admin, data: { roles: 'system_user' } })
  const asked = ['', 'secret', '@friend']
  const statuses = async () => Object.values(await answersOf(world, asked)).map(({ status }) => status)
  expect(await statuses()).toEqual([200, 200, 200])
  const where = { teamId: team.id, userId: creator.id }
  await db.teamMember.updateMany({ where, data: { deleteAt: 5 } })
  expect(await statuses()).toEqual([200, 403, 403])
  const { secret } = await answersOf(world, ['secret'])
  expect(secret?.message).toMatch(/creator is no longer in its team.*add the creator to the team/)
  await db.user.updateMany({ where: admin, data: { roles: 'system_user system_admin' } })
  expect(await statuses()).toEqual([200, 200, 200])
})

test('responds the same for all other channels of a locked hook, without revealing whether they exist', async () => {
  const world = await startWorld()
  const { direct } = await makeClosedChannels(world)
  await world.db.hook.updateMany({ data: { locked: true } })
  const others = ['builds', 'secret', 'secre', 'nowhere', direct, '@friend', '@admin', '@nobody']
  const all = await answersOf(world, ['', 'town-square', '#town-square', ...others])
  const { '': own, 'town-square': named, '#town-square': hashed, ...refused } = all
  expect([own?.status, named?.status, hashed?.status]).toEqual([200, 200, 200])
  const answers = Object.values(refused)
  expect(answers).toHaveLength(others.length)
  for (const answer of answers) expect(answer).toEqual(answers[0])
  expect(answers[0]).toMatchObject({ status: 403, id: 'web.incoming_webhook.channel_locked.app_error' })
})

test('suggests only public channels for a mistyped channel', async () => {
  const world = await startWorld()
  const { secret } = await makeClosedChannels(world) // its creator is a system administrator and a member
  await world.db.hook.updateMany({ data: { channelId: secret.id } })
  const { secre, biulds } = await answersOf(world, ['secre', 'biulds'])
  expect([secre?.status, secre?.detail]).toEqual([404, "There is no channel secre in the hook's team."])
  expect(biulds?.detail).toContain('Did you mean builds?')
})

test('posts nothing for a hook deleted after acceptance, but posts for a disabled one', async () => {
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

test('accepts new keys and rejects keys of deleted hooks without a restart', async () => {
  const { db, url, send } = await startWorld()
  const key = 'newkeynewkeynewkeynewkeyne'
  const status = async () =>
    (await fetch(`${url}/hooks/${key}`, { method: 'POST', body: '{"text":"x"}' })).status
  expect([await status(), (await send({ text: 'x' })).status]).toEqual([400, 200])
  const hook = await db.hook.findFirstOrThrow()
  await db.hookKey.create({ data: { digest: digest(key), hookId: hook.id, createAt: 1 } })
  await expect.poll(status).toBe(200)
  await db.hook.update({ where: { id: hook.id }, data: { deleteAt: Date.now() } })
  await expect.poll(status).toBe(400)
})
