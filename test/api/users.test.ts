import { saveSettings } from '@posthorn/db'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import type { Caller } from './callers.js'
import { addUser, noSuchId, startApi } from './start-api.js'

const missing = '404 store.sql_user.missing_account.const'
const forbidden = '403 api.context.permissions.app_error'
const invalid = '400 api.context.invalid_param.app_error'

const asOthersSee = (eve: Awaited<ReturnType<typeof addUser>>) => ({
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

test('others see a profile without private fields', async () => {
  const { db, callers } = await startApi()
  const { reader } = await callers('reader')
  const eve = await addUser(db, 'eve', { firstName: 'Eve', lastName: 'Stone' })
  const profile = await reader.getJson(`/users/${eve.id}/get`)
  expect(profile).toEqual(asOthersSee(eve))
  expect(await reader.getJson('/users/name/eve')).toEqual(profile)
  expect((await reader.getJson('/users/0/10'))[eve.id]).toEqual(profile)
})

test('settings hide addresses and full names from others, but not from the user and administrators', async () => {
  const { db, callers } = await startApi()
  const { id } = await addUser(db, 'eve', { firstName: 'Eve' })
  const { reader, admin, eve } = await callers('reader', 'admin', 'eve')
  const seenBy = (caller: Caller) => caller.client.getUser({ params: { user: id } })
  expect(await seenBy(reader)).toMatchObject({ email: '', first_name: 'Eve' })
  await saveSettings(db, { ShowEmailAddress: true, ShowFullName: false })
  await eventually(async () => expect(await seenBy(reader)).toMatchObject({ email: 'eve@localhost' }))
  await saveSettings(db, { ShowEmailAddress: false })
  await eventually(async () => expect(await seenBy(reader)).toMatchObject({ email: '', first_name: '' }))
  for (const caller of [admin, eve])
    expect(await seenBy(caller)).toMatchObject({
      email: 'eve@localhost',
      first_name: 'Eve',
    })
})

test('lists users by username, page by page', async () => {
  const { db, callers } = await startApi()
  for (const name of ['ann', 'zoe']) await addUser(db, name)
  const { reader } = await callers('reader')
  const names = async (page: string) =>
    Object.values<{ username: string }>(await reader.getJson(`/users/${page}`)).map(
      ({ username }) => username,
    )
  expect(await names('0/10')).toEqual(['admin', 'ann', 'reader', 'zoe'])
  expect(await names('1/2')).toEqual(['ann', 'reader'])
  expect(await names('4/10')).toEqual([])
})

test('returns users by id, and leaves out unknown ones', async () => {
  const { db, callers } = await startApi()
  const { reader } = await callers('reader')
  const eve = await addUser(db, 'eve')
  const found = await reader.postJson('/users/ids', [eve.id, noSuchId])
  expect(Object.keys(found)).toEqual([eve.id])
  expect([found[eve.id].username, found[eve.id].email]).toEqual(['eve', ''])
  expect(await reader.statusAndId('/users/ids', ['eve'])).toBe(invalid)
  expect(await reader.statusAndId('/users/ids', {})).toBe(invalid)
})

test('reports a missing user', async () => {
  const { callers } = await startApi()
  const { reader } = await callers('reader')
  const cases: [path: string, answer: string][] = [
    [`/users/${noSuchId}/get`, missing],
    ['/users/nonsense/get', invalid],
    ['/users/name/nobody', missing],
    ['/users/name/%00', missing],
    ['/users/name/%F0%9F%8E%BA', missing],
    ['/users/99999999999/10', invalid],
  ]
  for (const [path, answer] of cases) expect([path, await reader.statusAndId(path)]).toEqual([path, answer])
})

test('does not send a user again that the client already has', async () => {
  const { callers } = await startApi()
  const { reader } = await callers('reader')
  const { headers, body } = await reader.get('/users/me')
  const { id, update_at } = JSON.parse(body)
  expect(headers.etag).toBe(`test.${id}.${update_at}.true.false`)
  const known = { 'if-none-match': String(headers.etag) }
  const again = await reader.get('/users/me', known)
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', headers.etag])
  await reader.client.updateUser({ body: { id, nickname: 'R' } })
  expect((await reader.get('/users/me', known)).json().nickname).toBe('R')
})

test('users change themselves and administrators anybody, and absent fields stay', async () => {
  const { db, callers } = await startApi()
  const { reader, admin } = await callers('reader', 'admin')
  const { id } = await db.user.findFirstOrThrow({ where: { username: 'reader' } })
  const eve = await addUser(db, 'eve')
  const changed = await reader.postJson('/users/update', {
    id,
    username: 'Leser',
    first_name: 'Lea',
    roles: 'system_admin',
  })
  expect(changed).toMatchObject({
    id,
    username: 'leser',
    first_name: 'Lea',
    roles: 'system_user',
    email_verified: true,
  })
  expect(changed.notify_props.mention_keys).toBe('leser,@leser')
  const moved = await reader.postJson('/users/update', { id, email: 'lea@example.org' })
  expect(moved).toMatchObject({ username: 'leser', email: 'lea@example.org' })
  expect(moved).not.toHaveProperty('email_verified')

  const cases: [who: typeof reader, body: object, answer: string][] = [
    [reader, { id: eve.id, nickname: 'x' }, forbidden],
    [admin, { id: eve.id, nickname: 'x' }, '200'],
    [admin, { id: noSuchId, nickname: 'x' }, missing],
    [reader, { nickname: 'x' }, invalid],
    [reader, { id, username: 'eve' }, '400 store.sql_user.save.username_exists.app_error'],
    [reader, { id, username: '' }, '400 model.user.is_valid.username.app_error'],
  ]
  for (const [who, body, answer] of cases)
    expect([body, await who.statusAndId('/users/update', body)]).toEqual([body, answer])
})

test('stores notification settings that differ, and renames a renamed user’s mention keys', async () => {
  const { db, callers } = await startApi()
  const { reader } = await callers('reader')
  const { id } = await db.user.findFirstOrThrow({ where: { username: 'reader' } })
  const unusual = { push: 'none', mention_keys: 'reader,@reader', email: 'false' }
  await reader.post('/users/update_notify', { user_id: id, ...unusual })
  await reader.post('/users/update_notify', { user_id: id, email: 'true' })
  const stored = await db.user.findUniqueOrThrow({ where: { id } })
  expect(stored.notifyProps).toEqual({ push: 'none' })
  const me = await reader.postJson('/users/update', { id })
  const renamed = await reader.postJson('/users/update', { ...me, username: 'leser' })
  expect(renamed.notify_props).toEqual({ ...me.notify_props, mention_keys: 'leser,@leser' })
  const notify = (asked: object) => reader.statusAndId('/users/update_notify', asked)
  const long = 'x'.repeat(3000)
  expect(await notify({ user_id: id, one: long })).toBe('200')
  expect(await notify({ user_id: id, two: long })).toBe(invalid)
  expect(await notify({ user_id: noSuchId, push: 'all' })).toBe(forbidden)
  expect(await notify({ push: 'all' })).toBe(invalid)
})

test('only a system administrator can change roles', async () => {
  const { callers } = await startApi()
  const { reader, admin } = await callers('reader', 'admin')
  const { id } = reader
  const both = { new_roles: 'system_user system_admin' }
  expect(await reader.statusAndId(`/users/${id}/update_roles`, both)).toBe(forbidden)
  expect(await admin.statusAndId(`/users/${id}/update_roles`, { new_roles: 'king' })).toBe(invalid)
  expect(await admin.statusAndId(`/users/${id}/update_roles`, { new_roles: 'system_admin' })).toBe(invalid)
  expect(await admin.statusAndId(`/users/${noSuchId}/update_roles`, both)).toBe(missing)
  expect(await reader.statusAndId('/admin/config')).toBe(forbidden)
  expect(await admin.postJson(`/users/${id}/update_roles`, both)).toEqual({ status: 'OK' })
  expect(await reader.statusAndId('/admin/config')).toBe('200')
})

const lastAdmin = '400 api.user.update_active.last_admin.app_error'
const userRole = { new_roles: 'system_user' }
const oneself = { own_account: 'true' }

test('the last active system administrator cannot step down or be deactivated', async () => {
  const { db, callers } = await startApi()
  const { admin } = await callers('admin')
  const { id } = admin
  const deputy = await addUser(db, 'deputy', { roles: 'system_admin system_user', deleteAt: 1 })
  const leave = () => admin.statusAndId('/users/update_active', { user_id: id, active: 'false', ...oneself })
  const demote = () => admin.statusAndId(`/users/${id}/update_roles`, { ...userRole, ...oneself })
  expect([await leave(), await demote()]).toEqual([lastAdmin, lastAdmin])
  expect(await admin.statusAndId('/admin/config')).toBe('200') // the session stays valid as well
  await admin.post('/users/update_active', { user_id: deputy.id, active: 'true' })
  expect([await demote(), await admin.statusAndId('/admin/config')]).toEqual(['200', forbidden])
})

test('of administrators who concurrently demote and deactivate each other, one remains', async () => {
  const { db, callers } = await startApi()
  await db.user.updateMany({ data: { roles: 'system_user' } })
  const names = ['ann', 'ben', 'cat', 'dan'] as const
  for (const name of names) await addUser(db, name, { roles: 'system_admin system_user' })
  const admins = await callers(...names)
  await Promise.all(
    names.flatMap((name, index) => {
      const next = admins[names[(index + 1) % names.length] ?? name]
      return [
        next.statusAndId('/users/update_active', { user_id: admins[name].id, active: 'false' }),
        next.statusAndId(`/users/${admins[name].id}/update_roles`, userRole),
      ]
    }),
  )
  const left = await db.user.count({ where: { roles: { contains: 'system_admin' }, deleteAt: 0 } })
  expect(left).toBeGreaterThan(0)
})
