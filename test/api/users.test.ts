import { saveSettings } from '@posthorn/db'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { addUser, bearer, noSuchId, startApi, told } from './start-api.js'

const missing = '404 store.sql_user.missing_account.const'
const forbidden = '403 api.context.permissions.app_error'
const invalid = '400 api.context.invalid_param.app_error'

test('others see a profile without what is nobody else’s business', async () => {
  const { db, as, tokenOf } = await startApi()
  const see = as(await tokenOf('reader'))
  const eve = await addUser(db, 'eve', { firstName: 'Eve', lastName: 'Stone' })
  const profile = (await see(`/users/${eve.id}/get`)).json()
  expect(profile).toEqual({
    id: eve.id,
    create_at: Number(eve.createAt),
    update_at: Number(eve.updateAt),
    delete_at: 0,
    username: 'eve',
    auth_data: '',
    auth_service: '',
    email: '',
    nickname: '',
    first_name: 'Eve',
    last_name: 'Stone',
    position: '',
    roles: 'system_user',
    locale: 'en',
  })
  expect((await see('/users/name/eve')).json()).toEqual(profile)
  expect((await see('/users/0/10')).json()[eve.id]).toEqual(profile)
})

test('addresses and full names are shown to others as far as the settings say, and always to oneself and administrators', async () => {
  const { db, as, tokenOf, tokenFor } = await startApi()
  const eve = await addUser(db, 'eve', { firstName: 'Eve' })
  const [reader, admin, self] = [
    as(await tokenOf('reader')),
    as(await tokenOf('admin')),
    as(await tokenFor(eve.id)),
  ]
  expect((await reader(`/users/${eve.id}/get`)).json()).toMatchObject({ email: '', first_name: 'Eve' })
  await saveSettings(db, { ShowEmailAddress: true, ShowFullName: false })
  await eventually(async () =>
    expect((await reader(`/users/${eve.id}/get`)).json()).toMatchObject({ email: 'eve@localhost' }),
  )
  await saveSettings(db, { ShowEmailAddress: false })
  await eventually(async () =>
    expect((await reader(`/users/${eve.id}/get`)).json()).toMatchObject({ email: '', first_name: '' }),
  )
  for (const see of [admin, self])
    expect((await see(`/users/${eve.id}/get`)).json()).toMatchObject({
      email: 'eve@localhost',
      first_name: 'Eve',
    })
})

test('users are listed by user name, a page at a time', async () => {
  const { db, as, tokenOf } = await startApi()
  for (const name of ['ann', 'zoe']) await addUser(db, name)
  const see = as(await tokenOf('reader'))
  const names = async (page: string) =>
    Object.values<{ username: string }>((await see(`/users/${page}`)).json()).map(({ username }) => username)
  expect(await names('0/10')).toEqual(['admin', 'ann', 'reader', 'zoe'])
  expect(await names('1/2')).toEqual(['ann', 'reader'])
  expect(await names('4/10')).toEqual([])
})

test('users are found by their ids, and whoever is not there is left out', async () => {
  const { db, tokenOf, by } = await startApi()
  const ask = by(await tokenOf('reader'))
  const eve = await addUser(db, 'eve')
  const found = (await ask('/users/ids', [eve.id, noSuchId])).json()
  expect(Object.keys(found)).toEqual([eve.id])
  expect([found[eve.id].username, found[eve.id].email]).toEqual(['eve', ''])
  expect(told(await ask('/users/ids', ['eve']))).toBe(invalid)
  expect(told(await ask('/users/ids', {}))).toBe(invalid)
})

test('whoever is not there is told so', async () => {
  const { as, tokenOf } = await startApi()
  const see = as(await tokenOf('reader'))
  const cases: [path: string, answer: string][] = [
    [`/users/${noSuchId}/get`, missing],
    ['/users/nonsense/get', invalid],
    ['/users/name/nobody', missing],
    ['/users/name/%00', missing],
    ['/users/name/%F0%9F%8E%BA', missing],
    ['/users/99999999999/10', invalid],
  ]
  for (const [path, answer] of cases) expect([path, told(await see(path))]).toEqual([path, answer])
})

test('what a client has seen of its user already is not sent again', async () => {
  const { call, by, tokenOf } = await startApi()
  const token = await tokenOf('reader')
  const { headers, body } = await call('/users/me', bearer(token))
  const { id, update_at } = JSON.parse(body)
  expect(headers.etag).toBe(`test.${id}.${update_at}.true.false`)
  const known = { headers: { ...bearer(token).headers, 'if-none-match': String(headers.etag) } }
  const again = await call('/users/me', known)
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', headers.etag])
  await by(token)('/users/update', { id, nickname: 'R' })
  expect((await call('/users/me', known)).json().nickname).toBe('R')
})

test('people change themselves, an administrator anybody, and what is absent stays', async () => {
  const { db, by, tokenOf } = await startApi()
  const [reader, admin] = [by(await tokenOf('reader')), by(await tokenOf('admin'))]
  const { id } = await db.user.findFirstOrThrow({ where: { username: 'reader' } })
  const eve = await addUser(db, 'eve')
  const changed = (
    await reader('/users/update', { id, username: 'Leser', first_name: 'Lea', roles: 'system_admin' })
  ).json()
  expect(changed).toMatchObject({
    id,
    username: 'leser',
    first_name: 'Lea',
    roles: 'system_user',
    email_verified: true,
  })
  expect(changed.notify_props.mention_keys).toBe('leser,@leser')
  const moved = (await reader('/users/update', { id, email: 'lea@example.org' })).json()
  expect(moved).toMatchObject({ username: 'leser', email: 'lea@example.org' })
  expect(moved).not.toHaveProperty('email_verified')

  const cases: [who: typeof reader, body: object, answer: string][] = [
    [reader, { id: eve.id, nickname: 'x' }, forbidden],
    [admin, { id: eve.id, nickname: 'x' }, '200'],
    [admin, { id: noSuchId, nickname: 'x' }, missing],
    [reader, { nickname: 'x' }, invalid],
    [reader, { id, username: 'eve' }, '400 store.sql_user.save.username_exists.app_error'],
    [reader, { id, email: 'EVE@localhost' }, '400 store.sql_user.save.email_exists.app_error'],
    [reader, { id, username: '' }, '400 model.user.is_valid.username.app_error'],
  ]
  for (const [who, body, answer] of cases)
    expect([body, told(await who('/users/update', body))]).toEqual([body, answer])
})

test('notification settings are kept where they differ, and a renamed user is named anew', async () => {
  const { db, by, tokenOf } = await startApi()
  const reader = by(await tokenOf('reader'))
  const { id } = await db.user.findFirstOrThrow({ where: { username: 'reader' } })
  await reader('/users/update_notify', {
    user_id: id,
    push: 'none',
    mention_keys: 'reader,@reader',
    email: 'false',
  })
  await reader('/users/update_notify', { user_id: id, email: 'true' })
  const stored = await db.user.findUniqueOrThrow({ where: { id } })
  expect(stored.notifyProps).toEqual({ push: 'none' })
  const me = (await reader('/users/update', { id })).json()
  const renamed = (await reader('/users/update', { ...me, username: 'leser' })).json()
  expect(renamed.notify_props).toEqual({ ...me.notify_props, mention_keys: 'leser,@leser' })
  for (const [name, answer] of [
    ['one', '200'],
    ['two', invalid],
  ] as const)
    expect(told(await reader('/users/update_notify', { user_id: id, [name]: 'x'.repeat(3000) }))).toBe(answer)
  expect(told(await reader('/users/update_notify', { user_id: noSuchId, push: 'all' }))).toBe(forbidden)
  expect(told(await reader('/users/update_notify', { push: 'all' }))).toBe(invalid)
})

test('only a system administrator gives roles', async () => {
  const { db, by, tokenOf, as } = await startApi()
  const token = await tokenOf('reader')
  const [reader, admin] = [by(token), by(await tokenOf('admin'))]
  const { id } = await db.user.findFirstOrThrow({ where: { username: 'reader' } })
  const both = { new_roles: 'system_user system_admin' }
  expect(told(await reader(`/users/${id}/update_roles`, both))).toBe(forbidden)
  expect(told(await admin(`/users/${id}/update_roles`, { new_roles: 'king' }))).toBe(invalid)
  expect(told(await admin(`/users/${id}/update_roles`, { new_roles: 'system_admin' }))).toBe(invalid)
  expect(told(await admin(`/users/${noSuchId}/update_roles`, both))).toBe(missing)
  expect(told(await as(token)('/admin/config'))).toBe(forbidden)
  expect((await admin(`/users/${id}/update_roles`, both)).json()).toEqual({ status: 'OK' })
  expect(told(await as(token)('/admin/config'))).toBe('200')
})

const lastAdmin = '400 api.user.update_active.last_admin.app_error'
const userRole = { new_roles: 'system_user' }

test('the last active system administrator stays one, whoever says otherwise', async () => {
  const { db, by, as, tokenOf } = await startApi()
  const token = await tokenOf('admin')
  const admin = by(token)
  const { id } = await db.user.findFirstOrThrow({ where: { username: 'admin' } })
  const deputy = await addUser(db, 'deputy', { roles: 'system_admin system_user', deleteAt: 1 })
  const leave = () => admin('/users/update_active', { user_id: id, active: 'false' })
  const demote = () => admin(`/users/${id}/update_roles`, userRole)
  expect([told(await leave()), told(await demote())]).toEqual([lastAdmin, lastAdmin])
  expect(told(await as(token)('/admin/config'))).toBe('200') // the session lives on, too
  await admin('/users/update_active', { user_id: deputy.id, active: 'true' })
  expect([told(await demote()), told(await as(token)('/admin/config'))]).toEqual(['200', forbidden])
})

test('of administrators who demote and deactivate each other at once, one stays', async () => {
  const { db, by, tokenFor } = await startApi()
  await db.user.updateMany({ data: { roles: 'system_user' } })
  const names = ['ann', 'ben', 'cat', 'dan']
  const roles = 'system_admin system_user'
  const ids = await Promise.all(names.map(async name => (await addUser(db, name, { roles })).id))
  const calls = await Promise.all(ids.map(async id => by(await tokenFor(id))))
  const answers = await Promise.all(
    ids.flatMap((id, index) => {
      const next = calls[(index + 1) % calls.length]
      return [
        next?.('/users/update_active', { user_id: id, active: 'false' }),
        next?.(`/users/${id}/update_roles`, userRole),
      ]
    }),
  )
  expect(answers.map(answer => answer && told(answer))).not.toContain(undefined)
  const left = await db.user.count({ where: { roles: { contains: 'system_admin' }, deleteAt: 0 } })
  expect(left).toBeGreaterThan(0)
})
