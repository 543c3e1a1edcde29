import { type Call, calls, type InputOf, openLiveEvents, userImport } from '@posthorn/contract'
import { expect, test } from 'vitest'
import { password } from '../support/constants.js'
import { openListener } from './listener.js'
import { addTeam, addUser, startApi, team } from './start-api.js'

const waits = '403 api.context.password_change_required.app_error'
const expired = '401 api.context.session_expired.app_error'
const ownAccount = '400 api.user.administer.own_account.app_error'

async function start() {
  const api = await startApi()
  const { admin } = await api.callers('admin')
  const provision = (username: string) =>
    admin.client.provisionUser({ body: { username, email: `${username}@x.example`, team_ids: [api.teamId] } })
  /** Logs in and returns the session with the login's response. */
  const enter = async (login_id: string, with_password: string) => {
    const answer = await api.logIn({ name: team, login_id, password: with_password })
    return { login: answer.json(), ...api.callerWith(String(answer.headers.token)) }
  }
  return { ...api, admin, provision, enter }
}

/** Returns a call's path with ids for its parameters. */
function addressOf({ route }: Call): { method: 'GET' | 'POST'; url: string } {
  const [method, path = ''] = route.split(' ')
  const url = path.replaceAll(/:(offset|limit|time)(\([^)]*\))?/g, '1')
  return {
    method: method as 'GET' | 'POST',
    url: `/api/v3${url.replaceAll(/:\w+(\([^)]*\))?/g, 'a'.repeat(26))}`,
  }
}

/** Lists all calls except those needed to change the password and those without a session check. */
const others = ([...Object.values(calls), openLiveEvents] as Call[]).filter(
  call => call.allow !== 'anybody' && !call.beforePasswordChange,
)

test('a user with a temporary password must change it before any other call', async () => {
  const { app, provision, enter, admin } = await start()
  const made = await provision('ada')
  expect(made.user).toMatchObject({ username: 'ada', must_change_password: true })
  const ada = await enter('ada', made.password)
  expect(ada.login).toMatchObject({ id: made.user.id, must_change_password: true })

  for (const call of others) {
    const answer = await app.inject({ ...addressOf(call), headers: ada.headers })
    expect([call.route, `${answer.statusCode} ${answer.json().id}`]).toEqual([call.route, waits])
  }
  expect(await ada.client.getMe()).toMatchObject({ must_change_password: true })
  const own = { user_id: made.user.id, current_password: made.password }
  const change = (new_password: string) => ada.statusAndId('/users/newpassword', { ...own, new_password })
  expect(await change(made.password)).toBe('400 api.user.update_password.same.app_error')
  expect(await change('of her own')).toBe('200')
  expect(await ada.client.getMe()).not.toHaveProperty('must_change_password')
  expect(Object.values(await ada.client.listTeams()).map(({ name }) => name)).toEqual([team])
  expect(await admin.client.searchAccounts({ query: { only: 'first_password' } })).toMatchObject({ total: 0 })
})

test('a password reset ends every session, and the next login must change the password', async () => {
  const { admin, enter, listen, call } = await start()
  const before = await enter('reader', password)
  const { user_id } = { user_id: before.login.id }
  const reset = await admin.client.resetPassword({ body: { user_id } })
  expect(await before.statusAndId('/users/me')).toBe(expired)
  expect((await enter('reader', password)).login.status_code).toBe(401)
  const after = await enter('reader', reset.password)
  expect(after.login.must_change_password).toBe(true)
  expect(await after.statusAndId('/teams/all')).toBe(waits)
  expect((await call('/general/ping', { headers: after.headers })).statusCode).toBe(200)
  const live = await openListener((await listen()).url)
  live.send({ seq: 1, action: 'authentication_challenge', data: { token: after.token } })
  expect(await live.closed).toBe(1008)
})

test('nobody can reset their own password, or that of an app’s bot', async () => {
  const { admin, db } = await start()
  const bot = await addUser(db, 'bot-of-an-app')
  await db.user.update({ where: { id: bot.id }, data: { isBot: true } })
  const reset = (user_id: string) => admin.statusAndId('/admin/reset_password', { user_id })
  expect(await reset(admin.id)).toBe(ownAccount)
  expect(await reset(bot.id)).toBe('400 api.user.reset_password.bot.app_error')
})

test('the hooks of a deactivated user continue or stop, as requested', async () => {
  const { admin, callers, db, teamId } = await start()
  const { reader } = await callers('reader')
  const first = await db.hook.findFirstOrThrow()
  await db.hook.update({ where: { id: first.id }, data: { userId: reader.id } })
  const shown = () => admin.client.getHook({ params: { team: teamId, hook: first.id } })
  const deactivate = (user_id: string, more = {}) =>
    admin.statusAndId('/users/update_active', { user_id, active: 'false', ...more })
  expect(await deactivate(reader.id)).toBe('200')
  expect(await shown()).toMatchObject({ disabled_at: 0, creator_deactivated: true })
  expect(await deactivate(reader.id, { hooks: 'stop' })).toBe('200')
  expect((await shown()).disabled_at).toBeGreaterThan(0)
})

test('administrators cannot give up their own role by accident', async () => {
  const { admin, db } = await start()
  await addUser(db, 'deputy', { roles: 'system_admin system_user' })
  const deactivate = () => admin.statusAndId('/users/update_active', { user_id: admin.id, active: 'false' })
  const demote = (more = {}) =>
    admin.statusAndId(`/users/${admin.id}/update_roles`, { new_roles: 'system_user', ...more })
  expect([await deactivate(), await demote()]).toEqual([ownAccount, ownAccount])
  expect(await demote({ own_account: 'true' })).toBe('200')
})

const many = Array.from({ length: userImport.rowsPerCall }, (_, index) => `u${index},u${index}@x.example,`)
const file = [
  'username,email,teams',
  `ada,ada@x.example,${team} other-team`,
  'reader,r@x.example,',
  ...many,
  'bob,bob@x.example,nowhere',
].join('\r\n')

test('importing a file creates accounts row by row, and continues after an interruption', async () => {
  const { admin, enter, db } = await start()
  await addTeam(db, 'other-team')
  const first = await admin.client.importUsers({ body: { csv: file } })
  expect(first).toMatchObject({ total: userImport.rowsPerCall + 3, next: userImport.rowsPerCall })
  const [ada, taken] = first.rows
  expect(ada).toMatchObject({ line: 2, username: 'ada', reason: '' })
  expect(taken).toMatchObject({ user_id: '', reason: 'store.sql_user.save.username_exists.app_error' })
  expect((await enter('ada', ada?.password ?? '')).login.must_change_password).toBe(true)
  const account = await admin.client.getAccount({ params: { user: ada?.user_id ?? '' } })
  expect(account).toMatchObject({ teams: [{ name: team }, { name: 'other-team' }], live_sessions: 1 })
  const rest = await admin.client.importUsers({ body: { csv: file, skip: first.next ?? 0 } })
  expect(rest.rows.map(({ username, reason }) => [username, reason])).toEqual([
    ['u23', ''],
    ['u24', ''],
    ['bob', 'store.sql_team.get_by_name.app_error'],
  ])
  expect(rest.next).toBeNull()
})

test('rejects an unreadable file of users as a whole', async () => {
  const { admin } = await start()
  const sent = await admin.statusAndId('/admin/users/import', { csv: 'name\nada' })
  expect(sent).toBe('400 api.user.import.bad_file.app_error')
})

test('finds accounts by name, kind and team, page by page', async () => {
  const { admin, callers, db, teamId } = await start()
  await callers('stranger', 'boss')
  await addUser(db, 'gone', { deleteAt: 1, firstName: 'Ada' })
  const search = (query: InputOf<(typeof calls.searchAccounts)['query']>) =>
    admin.client.searchAccounts({ query }).then(({ users }) => users.map(({ username }) => username))
  expect(await search({ search: 'aDA' })).toEqual(['gone'])
  expect(await search({ search: '%' })).toEqual([])
  expect(await search({ only: 'administrators' })).toEqual(['admin'])
  expect(await search({ only: 'deactivated' })).toEqual(['gone'])
  expect(await search({ team: teamId })).toEqual(['admin', 'boss', 'reader'])
  const page = await admin.client.searchAccounts({ query: { limit: 3 } })
  expect(page).toMatchObject({ total: 5, next: 'gone' })
  expect(await search({ limit: 3, cursor: page.next })).toEqual(['reader', 'stranger'])
  const [boss] = (await admin.client.searchAccounts({ query: { search: 'boss' } })).users
  expect(boss?.teams).toMatchObject([{ id: teamId, roles: 'team_user team_admin' }])
})

test('finds teams with the number of their members', async () => {
  const { admin, callers, db } = await start()
  await callers('boss')
  await addTeam(db, 'other-team')
  const { teams, total } = await admin.client.searchTeams({ query: { limit: 1 } })
  expect([total, teams.map(({ name, members, hooks }) => [name, members, hooks])]).toEqual([
    2,
    [[team, 3, 1]],
  ])
  expect((await admin.client.searchTeams({ query: { search: 'OTHER' } })).teams).toHaveLength(1)
  expect((await admin.client.searchTeams({ query: { cursor: team } })).teams).toHaveLength(1)
})

test('team administrators change a team, and absent fields stay', async () => {
  const { callers, teamId } = await start()
  const { boss, reader } = await callers('boss', 'reader')
  const params = { team: teamId }
  const changed = await boss.client.updateTeam({ params, body: { display_name: 'Team One' } })
  expect(changed).toMatchObject({ name: team, display_name: 'Team One', type: 'O' })
  await boss.client.updateTeam({ params, body: { description: 'Of the shop', allow_open_invite: true } })
  expect(await reader.client.getTeam({ params })).toMatchObject({
    display_name: 'Team One',
    description: 'Of the shop',
    allow_open_invite: true,
  })
  const bad = await boss.statusAndId(`/teams/${teamId}/update`, { display_name: ' ' })
  expect(bad).toBe('400 model.team.is_valid.name.app_error')
})
