import { type Db, saveSettings } from '@posthorn/db'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { statusAndId } from './callers.js'
import { startApi, team } from './start-api.js'

const closed = '403 api.user.create_user.no_open_server'
const off = '501 api.user.create_user.signup_email_disabled.app_error'

const person = (username: string) => ({ username, email: `${username}@example.org`, password: 'long enough' })

async function removeEverybody(db: Db): Promise<void> {
  await db.hook.deleteMany()
  await db.user.deleteMany()
}

test('the first visitor cannot create an account, and on an open server does not become an administrator', async () => {
  const { db, post } = await startApi()
  await removeEverybody(db)
  const create = (name: string) => post('/users/create', JSON.stringify(person(name)))
  expect(statusAndId(await create('ann'))).toBe(closed)
  await saveSettings(db, { EnableOpenServer: true })
  await eventually(async () => expect(statusAndId(await create('ben'))).toBe('200'))
  expect(await db.user.findMany({ select: { username: true, roles: true } })).toEqual([
    { username: 'ben', roles: 'system_user' },
  ])
})

test('system administrators create accounts, and everybody else on an open server', async () => {
  const { db, post, callers } = await startApi()
  const { reader, admin } = await callers('reader', 'admin')
  const anybody = (body: unknown) => post('/users/create', JSON.stringify(body))
  expect(statusAndId(await anybody(person('ann')))).toBe(closed)
  expect(await reader.statusAndId('/users/create', person('ann'))).toBe(closed)
  const made = await admin.postJson('/users/create', person('ann'))
  expect(made).toMatchObject({
    username: 'ann',
    email: 'ann@example.org',
    roles: 'system_user',
    delete_at: 0,
  })
  expect(JSON.stringify(made)).not.toContain('long enough')
  await saveSettings(db, { EnableOpenServer: true })
  await eventually(async () => expect(statusAndId(await anybody(person('ben')))).toBe('200'))
  await saveSettings(db, { EnableUserCreation: false })
  await eventually(async () => expect(statusAndId(await anybody(person('cat')))).toBe(off))
  expect(await admin.statusAndId('/users/create', person('dan'))).toBe('200')
})

test('a new account logs in with its credentials, and keeps its settings', async () => {
  const { post, callers } = await startApi()
  const { admin } = await callers('admin')
  const names = { nickname: 'Annie', first_name: 'Ann', last_name: 'Lee', position: 'Engineer', locale: 'de' }
  const chosen = { ...names, notify_props: { push: 'all', email: 'true' }, props: { theme: 'dark' } }
  const ignored = {
    id: 'x',
    roles: 'system_admin',
    delete_at: 1,
    email_verified: true,
    allow_marketing: true,
  }
  const made = await admin.postJson('/users/create', { ...person('Ann'), ...chosen, ...ignored })
  expect(made).toMatchObject({
    ...names,
    username: 'ann',
    roles: 'system_user',
    delete_at: 0,
    props: { theme: 'dark' },
  })
  expect(made.notify_props).toMatchObject({ push: 'all', email: 'true', mention_keys: 'ann,@ann' })
  expect(made).not.toHaveProperty('email_verified')
  const login = await post(
    '/users/login',
    JSON.stringify({ name: team, login_id: 'ann', password: 'long enough' }),
  )
  expect(statusAndId(login)).toBe('401 api.user.login.not_in_team.app_error') // is in no team yet
})

test('stores only notification settings that differ from the defaults', async () => {
  const { db, callers } = await startApi()
  const { admin } = await callers('admin')
  const usual = { channel: 'true', mention_keys: 'ann,@ann', first_name: 'false', push: 'none' }
  await admin.post('/users/create', { ...person('ann'), notify_props: usual })
  const { notifyProps } = await db.user.findFirstOrThrow({ where: { username: 'ann' } })
  expect(notifyProps).toEqual({ push: 'none' })
})

const invalid = '400 api.context.invalid_param.app_error'
const wrong = (field: string) => `400 model.user.is_valid.${field}.app_error`
const good = person('ann')
const unfitAccounts: [body: unknown, answer: string][] = [
  [null, invalid],
  [[], invalid],
  ['text', invalid],
  [{ ...good, username: 5 }, invalid],
  [{ ...good, nickname: 'a\0b' }, invalid],
  [{ ...good, nickname: '\ud800' }, invalid],
  [{ ...good, notify_props: { push: 5 } }, invalid],
  [{ ...good, props: { '\udfff': 'x' } }, invalid],
  [{ ...good, props: { x: 'y'.repeat(5000) } }, invalid],
  [{}, wrong('username')],
  [{ ...good, username: '' }, wrong('username')],
  [{ ...good, username: 'with space' }, wrong('username')],
  [{ ...good, username: 'x'.repeat(65) }, wrong('username')],
  [{ ...good, username: 'channel' }, wrong('username')],
  [{ ...good, email: 'nowhere' }, wrong('email')],
  [{ ...good, email: undefined }, wrong('email')],
  [{ ...good, email: `${'x'.repeat(128)}@x` }, wrong('email')],
  [{ ...good, nickname: 'é'.repeat(65) }, wrong('nickname')],
  [{ ...good, first_name: 'x'.repeat(65) }, wrong('first_name')],
  [{ ...good, last_name: 'x'.repeat(65) }, wrong('last_name')],
  [{ ...good, position: 'x'.repeat(65) }, wrong('position')],
  [{ ...good, password: 'four' }, wrong('pwd')],
  [{ ...good, password: undefined }, wrong('pwd')],
  [{ ...good, password: 'x'.repeat(65) }, wrong('pwd')],
  [{ ...good, username: 'reader' }, '400 store.sql_user.save.username_exists.app_error'],
  [{ ...good, username: 'READER' }, '400 store.sql_user.save.username_exists.app_error'],
  [{ ...good, email: 'Reader@Localhost' }, '400 store.sql_user.save.email_exists.app_error'],
  [{ ...good, nickname: '🎺'.repeat(64), username: 'a.b-c_9', position: null }, '200'],
]

test('rejects an invalid account with the id of the mistake', async () => {
  const { callers } = await startApi()
  const { admin } = await callers('admin')
  for (const [body, answer] of unfitAccounts)
    expect([body, await admin.statusAndId('/users/create', body)]).toEqual([body, answer])
})

test('reserves names in all spellings, and keeps existing accounts with them', async () => {
  const { db, callers } = await startApi()
  const { admin, reader } = await callers('admin', 'reader')
  const wrong = '400 model.user.is_valid.username.app_error'
  const reserved = ['webhook', 'WebHook', 'admin.', 'ad-min_', 'posthorn.system', '_all', 'h.e.r.e', 'root-']
  const { id } = await db.user.findFirstOrThrow({ where: { username: 'reader' } })
  for (const name of reserved) {
    expect([name, await admin.statusAndId('/users/create', person(name))]).toEqual([name, wrong])
    expect([name, await reader.statusAndId('/users/update', { id, username: name })]).toEqual([name, wrong])
  }
  for (const name of ['webhooker', 'badmin', 'all-in'])
    expect([name, await admin.statusAndId('/users/create', person(name))]).toEqual([name, '200'])
  const own = await db.user.findFirstOrThrow({ where: { username: 'admin' } })
  const updated = await admin.post('/users/update', { id: own.id, username: 'Admin', nickname: 'A' })
  expect(updated.json()).toMatchObject({ username: 'admin', nickname: 'A' })
})
