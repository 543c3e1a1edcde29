import { saveSettings } from '@posthorn/db'
import { expect, test } from 'vitest'
import { password } from '../support/constants.js'
import { eventually } from '../support/eventually.js'
import { type Caller, statusAndId } from './callers.js'
import { addUser, noSuchId, startApi, team } from './start-api.js'

const expired = '401 api.context.session_expired.app_error'
const forbidden = '403 api.context.permissions.app_error'

async function startTwo() {
  const api = await startApi()
  const one = api.callerWith(await api.tokenOf('reader'))
  const other = api.callerWith(await api.tokenOf('reader'))
  const { id } = await api.db.user.findFirstOrThrow({ where: { username: 'reader' } })
  const lives = (caller: Caller) => caller.statusAndId('/users/me')
  return { ...api, one, other, id, lives }
}

test('logging out ends only that session, clears the cookies, and returns the user', async () => {
  const { call, one, other, id, lives } = await startTwo()
  const answer = await one.post('/users/logout', {})
  expect(answer.json()).toEqual({ user_id: id })
  expect(answer.cookies.map(({ name, value }) => [name, value])).toEqual([
    ['MMAUTHTOKEN', ''],
    ['MMUSERID', ''],
  ])
  expect([await lives(one), await lives(other)]).toEqual([expired, '200'])
  expect((await call('/users/logout', { method: 'POST' })).json()).toEqual({ user_id: '' })
})

test('users see their sessions without tokens, and can end only their own', async () => {
  const { db, one, other, id, lives, teamId, callers } = await startTwo()
  const sessions = await one.getJson(`/users/${id}/sessions`)
  expect(sessions).toHaveLength(2)
  expect(sessions[0]).toEqual({
    id: expect.any(String),
    token: '',
    create_at: expect.any(Number),
    expires_at: sessions[0].create_at + 2_592_000_000,
    last_activity_at: sessions[0].create_at,
    user_id: id,
    device_id: '',
    roles: 'system_user',
    is_oauth: false,
    props: { browser: 'lightMyRequest', os: 'unknown', platform: 'unknown' },
    team_members: [{ team_id: teamId, user_id: id, roles: 'team_user', delete_at: 0 }],
    is_current: expect.any(Boolean),
  })
  expect(sessions.filter((session: { is_current: boolean }) => session.is_current)).toHaveLength(1)
  expect(JSON.stringify(sessions)).not.toContain(one.token)

  const { admin } = await callers('admin')
  const anothers = await db.session.findFirstOrThrow({ where: { userId: admin.id } })
  expect(await one.statusAndId('/users/revoke_session', { id: anothers.id })).toBe(
    '404 store.sql_session.get.app_error',
  )
  expect(await lives(admin)).toBe('200')
  const first = sessions.find((session: { create_at: number }) => session.create_at === sessions[1].create_at)
  expect(await one.postJson('/users/revoke_session', { id: first.id })).toEqual({ id: first.id })
  expect([await lives(one), await lives(other)].toSorted()).toEqual(['200', expired])
  expect(await other.statusAndId('/users/revoke_session', { id: 'x' })).not.toBe('200')
})

test('only system administrators see other users’ sessions', async () => {
  const { id, one, callers } = await startTwo()
  const { admin } = await callers('admin')
  expect(await one.statusAndId(`/users/${admin.id}/sessions`)).toBe(forbidden)
  expect(await admin.getJson(`/users/${id}/sessions`)).toHaveLength(2)
  expect(await admin.statusAndId(`/users/${noSuchId}/sessions`)).toBe(
    '404 store.sql_user.missing_account.const',
  )
})

test('changing a password ends all other sessions, and the old password stops working', async () => {
  const { one, other, id, lives, logIn } = await startTwo()
  const body = { user_id: id, current_password: password, new_password: 'something new' }
  const cases: [body: object, answer: string][] = [
    [{}, '400 api.context.invalid_param.app_error'],
    [{ ...body, user_id: noSuchId }, '403 api.user.update_password.context.app_error'],
    [{ ...body, new_password: 'four' }, '400 model.user.is_valid.pwd.app_error'],
    [{ ...body, current_password: 'wrong' }, '400 api.user.update_password.incorrect.app_error'],
    [body, '200'],
  ]
  for (const [asked, answer] of cases)
    expect([asked, await one.statusAndId('/users/newpassword', asked)]).toEqual([asked, answer])
  expect([await lives(one), await lives(other)]).toEqual(['200', expired])
  const login = async (guess: string) =>
    statusAndId(await logIn({ name: team, login_id: 'reader', password: guess }))
  expect([await login(password), await login('something new')]).toEqual([
    '401 api.user.check_user_password.invalid.app_error',
    '200',
  ])
})

test('a deactivated account loses access at once, and regains it when an administrator activates it', async () => {
  const { db, id, lives, logIn, one, other, callers } = await startTwo()
  const { admin } = await callers('admin')
  const refused = '403 api.user.update_active.permissions.app_error'
  const eve = await addUser(db, 'eve')
  expect(await one.statusAndId('/users/update_active', { user_id: eve.id, active: 'false' })).toBe(refused)
  expect(await one.statusAndId('/users/update_active', { user_id: id, active: 'true' })).toBe(refused)
  const left = await admin.post('/users/update_active', { user_id: id, active: 'false' })
  expect(left.json().delete_at).toBeGreaterThan(0)
  expect([await lives(one), await lives(other)]).toEqual([expired, expired])
  expect((await admin.postJson('/users/update_active', { user_id: id, active: 'true' })).delete_at).toBe(0)
  expect(await lives(one)).toBe(expired)
  expect(statusAndId(await logIn({ name: team, login_id: 'reader', password }))).toBe('200')
})

test('users can deactivate themselves', async () => {
  const { id, lives, one, other } = await startTwo()
  expect(await one.statusAndId('/users/update_active', { user_id: id, active: 'false' })).toBe('200')
  expect(await lives(other)).toBe(expired)
})

test('a device has one session, and logging in removes expired ones', async () => {
  const { db, logIn } = await startApi()
  const asked = { name: team, login_id: 'reader', password }
  for (const device_id of ['phone', 'phone', 'tablet']) await logIn({ ...asked, device_id })
  expect((await db.session.findMany()).map(({ deviceId }) => deviceId).toSorted()).toEqual([
    'phone',
    'tablet',
  ])
  await db.session.updateMany({ data: { expiresAt: 1 } })
  await logIn(asked)
  expect(await db.session.count()).toBe(1)
})

test('a session in use updates its activity at most every five minutes', async () => {
  const { db, one, lives } = await startTwo()
  const used = async () =>
    Number((await db.session.findFirstOrThrow({ orderBy: { createAt: 'asc' } })).lastActivityAt)
  const before = await used()
  await lives(one)
  expect(await used()).toBe(before)
  await db.session.updateMany({ data: { lastActivityAt: before - 6 * 60_000 } })
  await lives(one)
  expect(await used()).toBeGreaterThanOrEqual(before)
})

test('only OAuth sessions can use a token in the query, and public calls ignore others', async () => {
  const { db, call, one } = await startTwo()
  const me = (token: string, path = '/users/me') => call(path, { query: { access_token: token } })
  expect(statusAndId(await me(one.token))).toBe('401 api.context.token_provided.app_error')
  expect(statusAndId(await me(one.token, '/general/ping'))).toBe('401 api.context.token_provided.app_error')
  expect(statusAndId(await me('opensnothing', '/general/ping'))).toBe('200')
  expect(statusAndId(await me('opensnothing'))).toBe(expired)
  expect(statusAndId(await call('/users/me', { headers: one.headers, query: { access_token: 'x' } }))).toBe(
    '200',
  )
  await saveSettings(db, { EnableOAuthServiceProvider: true })
  await db.session.updateMany({ data: { isOauth: true, scope: 'read' } })
  await eventually(async () => expect(statusAndId(await me(one.token))).toBe('200')) // settings take up to a second
})
