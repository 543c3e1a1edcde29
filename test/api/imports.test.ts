import { hash } from '@node-rs/bcrypt'
import { digest } from '@posthorn/db'
import { newSecret } from '@posthorn/server'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { openListener, withToken } from './listener.js'
import { startApi, team } from './start-api.js'

const source = 'old-chat'
const early = Date.UTC(2020, 1, 3, 4, 5, 6)
const slackKey = 'services/T0HARBOUR/B0BUILDS1/abcdefghijklmnopqrstuvwx'
const digestOfSecret = await hash('secret of ada', 4)

const objects = (key: string) => ({
  teams: [{ id: 't', create_at: early, name: 'old-team', display_name: 'Old team' }],
  users: [
    { id: 'u1', create_at: early, username: 'ada', email: 'Ada@x.example', password_digest: digestOfSecret },
    { id: 'u2', create_at: early + 1, username: 'bob', email: 'bob@x.example', delete_at: early + 5 },
  ],
  hook: { id: 'h', create_at: early, display_name: 'Builds', key },
})

async function start() {
  const api = await startApi()
  const { admin } = await api.callers('admin')
  await admin.client.startImport({ body: { source } })
  const send = (body: object) => admin.postJson('/admin/imports/objects', { source, ...body })
  const sendPosts = (posts: object[]) => admin.postJson('/admin/imports/posts', { source, posts })
  const check = (body: object) => admin.postJson('/admin/imports/check', { source, ...body })
  /** Imports a team with two users, of whom the first created its channel and hook. */
  const fill = async (key = newSecret()) => {
    const { teams, users, hook } = objects(key)
    const first = await send({ teams, users })
    const [team_id, user_id] = [first.teams[0].id, first.users[0].id]
    const channels = [{ id: 'c', create_at: early, team_id, type: 'P', name: 'ops', display_name: 'Ops' }]
    const { channels: made } = await send({ channels })
    const channel_id = made[0].id
    const members = [
      { team_id, user_id, is_admin: true },
      { channel_id, user_id },
    ]
    const last = await send({ members, hooks: [{ ...hook, channel_id, user_id }] })
    return { team_id, user_id, other: first.users[1].id, channel_id, first, last }
  }
  const { id: town } = await api.db.channel.findFirstOrThrow({ where: { name: 'town-square' } })
  return { ...api, admin, send, sendPosts, check, fill, town }
}

test('imports objects with their own times and keys, and changes nothing when repeated', async () => {
  const { fill, db, messages, url } = await start()
  const key = newSecret()
  const { first, last, channel_id, user_id } = await fill(key)
  expect([first.teams[0].outcome, last.hooks[0].outcome, last.members]).toEqual([
    'created',
    'created',
    { created: 2, missing: 0 },
  ])
  const again = await fill(key)
  expect(
    [...again.first.teams, ...again.first.users, ...again.last.hooks].map(({ outcome }) => outcome),
  ).toEqual(Array(4).fill('known'))
  expect(again).toMatchObject({ channel_id, user_id, last: { members: { created: 0, missing: 0 } } })
  const user = await db.user.findUniqueOrThrow({ where: { id: user_id } })
  expect(user).toMatchObject({ createAt: BigInt(early), email: 'ada@x.example', roles: 'system_user' })
  const stored = await db.hookKey.findFirstOrThrow({ where: { hook: { displayName: 'Builds' } } })
  expect(Buffer.from(stored.digest)).toEqual(Buffer.from(digest(key)))
  const sent = await fetch(`${url}/hooks/${key}`, { method: 'POST', body: '{"text":"x"}' })
  expect([await sent.text(), await messages()]).toEqual(['ok', []]) // no worker runs yet
})

test('posts keep times, order and threads, are split and rendered, and leave nothing unread', async () => {
  const { fill, sendPosts, db, admin, listen, teamId, town } = await start()
  const { channel_id, user_id, other } = await fill()
  const { url } = await listen()
  const listener = await openListener(url, withToken(admin.token))
  const post = (id: string, create_at: number, more: object) => ({
    id,
    create_at,
    channel_id,
    user_id,
    ...more,
  })
  const root = { id: 'r', create_at: early, order: 1 }
  const posts = [
    post('r', early, { order: 1, message: '# First' }),
    post('s', early, { order: 2, message: `${'long '.repeat(1000)}end`, user_id: other }),
    post('a', early + 9, { root, message: '@ada **reply** <https://x.example|no tag>' }),
    post('m', early + 10, { format: 'slack', message: '*bold* <https://x.example|tag>', user_id: '' }),
  ]
  expect(await sendPosts(posts)).toEqual({ created: 5, known: 0, skipped: [] })
  expect(await sendPosts(posts)).toEqual({ created: 0, known: 4, skipped: [] })
  const rows = await db.post.findMany({ where: { channelId: channel_id }, orderBy: { id: 'asc' } })
  expect(rows.map(({ message }) => message.slice(0, 12))).toEqual([
    ...['# First', 'long long lo', 'long long lo', '@ada **reply'],
    '**bold** [ta',
  ])
  expect(rows.map(({ createAt }) => Number(createAt) - early)).toEqual([0, 0, 0, 9, 10])
  expect(rows[3]).toMatchObject({ rootId: rows[0]?.id, html: expect.stringContaining('<strong>reply') })
  const channel = await db.channel.findUniqueOrThrow({ where: { id: channel_id } })
  const member = await db.channelMember.findFirstOrThrow({ where: { channelId: channel_id } })
  expect([channel.totalMsgCount, member.msgCount, member.mentionCount]).toEqual([5n, 5n, 0n])
  expect([channel.lastPostAt, await db.mention.count()]).toEqual([BigInt(early + 10), 0])
  await admin.postJson(`/teams/${teamId}/channels/${town}/posts/create`, { channel_id: town, message: 'new' })
  await eventually(() => expect(listener.messages()).toEqual(['new']))
})

test('names what collides, and a check writes nothing', async () => {
  const { check, db, send, teamId, town } = await start()
  const user = (id: string, username: string, email: string) => ({ id, create_at: early, username, email })
  const { email } = await db.user.findFirstOrThrow({ where: { username: 'reader' } })
  const body = {
    teams: [{ id: 't', create_at: early, name: team, display_name: 'Same name' }],
    users: [
      user('1', 'somebody', email),
      user('2', 'reader', 'other@x.example'),
      user('3', 'new', 'new@x.example'),
    ],
    channels: ['O', 'P'].map(type => {
      return { id: type, create_at: early, team_id: teamId, type, name: 'town-square', display_name: 'T' }
    }),
  }
  const users = await db.user.count()
  const checked = await check(body)
  expect(await db.user.count()).toBe(users)
  expect([...checked.teams, ...checked.users, ...checked.channels].map(({ outcome }) => outcome)).toEqual([
    ...['matched', 'matched', 'skipped', 'created', 'matched', 'skipped'],
  ])
  expect(checked.channels[0].id).toBe(town)
  expect(await send(body)).toEqual(checked)
  expect(await db.user.count()).toBe(users + 1)
})

test('rejects unusable passwords, keys and sources, and skips single posts with a reason', async () => {
  const { fill, send, sendPosts, admin } = await start()
  const { channel_id, user_id } = await fill()
  const digests = [digestOfSecret.replace('$04$', '$31$'), 'plain text']
  const users = digests.map((password_digest, id) => {
    return { id: `d${id}`, create_at: 1, username: `d${id}`, email: `d${id}@x.example`, password_digest }
  })
  expect((await send({ users })).users.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    'skipped',
    'skipped',
  ])
  const hook = { id: 'bad', create_at: 1, channel_id, user_id }
  const keys = [{ key: '../../etc' }, { key: newSecret(), path: 'services/T0/../x' }, { key: slackKey }]
  const { hooks } = await send({ hooks: keys.map((one, at) => ({ ...hook, id: `bad${at}`, ...one })) })
  expect(hooks.map(({ reason }: { reason: string }) => reason)).toEqual(
    keys.map(() => 'Its key or path has an unknown form.'),
  )
  const posts = [
    { id: 'empty', create_at: 1, channel_id, user_id },
    { id: 'lost', create_at: 1, channel_id: 'a'.repeat(26), message: 'x' },
    { id: 'good', create_at: 1, channel_id, user_id, message: 'x' },
  ]
  expect(await sendPosts(posts)).toEqual({
    ...{ created: 1, known: 0 },
    skipped: [
      { key: 'lost', reason: 'Its channel does not exist.' },
      { key: 'empty', reason: 'It has no text.' },
    ],
  })
  const other = { source: 'never-started', posts }
  expect(await admin.statusAndId('/admin/imports/posts', other)).toBe('404 api.import.not_started.app_error')
})

test('an imported password logs in, becomes an Argon2id hash, and then is no longer bcrypt', async () => {
  const { fill, db, logIn } = await start()
  const { user_id } = await fill()
  const wrong = await logIn({ name: 'old-team', login_id: 'ada', password: 'secret of bob' })
  expect(wrong.statusCode).toBe(401)
  const right = { name: 'old-team', login_id: 'ada', password: 'secret of ada' }
  const both = await Promise.all([logIn(right), logIn(right)])
  expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  const { passwordHash } = await db.user.findUniqueOrThrow({ where: { id: user_id } })
  expect(passwordHash).toMatch(/^\$argon2id\$/)
  expect((await logIn(right)).statusCode).toBe(200)
  expect((await logIn({ name: 'old-team', login_id: 'bob', password: 'x' })).statusCode).toBe(401)
})

test('a key or path that another webhook has, or a deleted one had, collides in a check as in an import', async () => {
  const { fill, send, check, db } = await start()
  const [key, gone] = [newSecret(), newSecret()]
  const { channel_id, user_id } = await fill(key)
  const hook = (id: string, more: object) => ({ id, create_at: 1, channel_id, user_id, ...more })
  await send({ hooks: [hook('slack', { key: newSecret(), path: slackKey }), hook('gone', { key: gone })] })
  await db.hook.updateMany({ where: { keys: { some: { digest: digest(gone) } } }, data: { deleteAt: 5 } })
  const key_sha256 = Buffer.from(digest(key)).toString('hex')
  const colliding = [{ key }, { key_sha256 }, { key: newSecret(), path: slackKey }, { key: gone }]
  const hooks = [...colliding, { key: newSecret() }].map((one, at) => hook(`new${at}`, one))
  const checked = await check({ hooks })
  expect(checked.hooks.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    ...colliding.map(() => 'skipped'),
    'created',
  ])
  expect(checked.hooks[0].reason).toBe('A webhook uses or used this key. Choose another one.')
  expect(await send({ hooks })).toEqual(checked)
  expect(
    await db.hook.count({ where: { id: { in: checked.hooks.map(({ id }: { id: string }) => id) } } }),
  ).toBe(1)
})

test('hooks that get the same key at the same time collide, and neither is half created', async () => {
  const { fill, send, db } = await start()
  const { channel_id, user_id } = await fill()
  const key = newSecret()
  const hook = (id: number) => ({ id: `same${id}`, create_at: 1, channel_id, user_id, key })
  const answers = await Promise.all([1, 2, 3, 4].map(id => send({ hooks: [hook(id)] })))
  const outcomes = answers.map(({ hooks }) => hooks[0].outcome).toSorted()
  expect(outcomes).toEqual(['created', 'skipped', 'skipped', 'skipped'])
  expect(await db.hook.count({ where: { createAt: 1 } })).toBe(1)
})
