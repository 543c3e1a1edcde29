import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { openListener, withToken } from './listener.js'
import { startApi } from './start-api.js'

const invalid = '400 api.context.invalid_param.app_error'

async function start() {
  const api = await startApi()
  const { reader } = await api.callers('reader')
  const preference = (category: string, name: string, value = '') => {
    return { user_id: reader.id, category, name, value }
  }
  const stored = () => reader.getJson('/preferences/')
  return { ...api, reader, preference, stored }
}

test('returns stored preferences by category and name until they are deleted', async () => {
  const { reader, preference, stored } = await start()
  const [theme, clock] = [preference('display', 'theme', 'dark'), preference('display', 'clock', '24')]
  const tip = preference('tips', '1', '')
  expect(await reader.postJson('/preferences/save', [theme, tip, clock])).toBe(true)
  expect(await stored()).toEqual([clock, theme, tip])
  expect(await reader.getJson('/preferences/display')).toEqual([clock, theme])
  expect(await reader.getJson('/preferences/nothing')).toEqual([])
  const light = { ...theme, value: 'light' }
  await reader.postJson('/preferences/save', [theme, light])
  expect(await reader.getJson('/preferences/display/theme')).toEqual(light)
  expect(await reader.postJson('/preferences/delete', [theme, preference('tips', '2')])).toEqual({
    status: 'OK',
  })
  expect(await stored()).toEqual([clock, tip])
  expect(await reader.statusAndId('/preferences/display/theme')).toBe(
    '404 store.sql_preference.get.app_error',
  )
})

const wrong = [
  { category: '' },
  { category: 'c'.repeat(33) },
  { name: 'n'.repeat(33) },
  { value: 'x'.repeat(2001) },
  { value: 'a\0b' },
  { user_id: 'short' },
]

test('limits a user to a thousand preferences of limited length', async () => {
  const { reader, preference, stored } = await start()
  const save = (...preferences: unknown[]) => reader.statusAndId('/preferences/save', preferences)
  const many = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => preference('many', String(from + index)))
  const longest = preference('c'.repeat(32), 'n'.repeat(32), '🎺'.repeat(1000))
  for (const preferences of [[longest], many(0, 500), many(500, 499)])
    expect(await save(...preferences)).toBe('200')
  const tooMany = '400 api.preference.save_preferences.limit.app_error'
  const more = [many(990, 10), [preference('one', 'more')]]
  expect(await Promise.all(more.map(one => save(...one)))).toEqual([tooMany, tooMany])
  expect(await save(...many(0, 5))).toBe('200')
  expect(await stored()).toHaveLength(1000)
  for (const one of wrong) expect([one, await save({ ...longest, ...one })]).toEqual([one, invalid])
  expect(await save('nonsense')).toBe(invalid)
})

test('notifies the user’s other clients of changed preferences', async () => {
  const { listen, reader, preference } = await start()
  const { url } = await listen()
  const { received } = await openListener(url, withToken(reader.token))
  await eventually(() => expect(received).toHaveLength(1)) // hello
  const theme = preference('display', 'theme', 'dark')
  for (const action of ['save', 'delete']) await reader.postJson(`/preferences/${action}`, [theme])
  await eventually(() => expect(received).toHaveLength(3))
  expect(received.slice(1).map(({ event, data }) => [event, JSON.parse(data.preferences ?? '')])).toEqual([
    ['preferences_changed', [theme]],
    ['preferences_deleted', [theme]],
  ])
})

const nobodys = { user: null, team_members: null, teams: null, preferences: null }

test('one call returns everything that a client needs at startup', async () => {
  const { call, reader, teamId, preference } = await start()
  const theme = preference('display', 'theme', 'dark')
  await reader.postJson('/preferences/save', [theme])
  expect(await reader.getJson('/users/initial_load')).toMatchObject({
    user: await reader.getJson('/users/me'),
    team_members: [{ team_id: teamId, user_id: reader.id }],
    teams: [{ id: teamId, email: '' }],
    preferences: [theme],
    client_cfg: (await call('/general/client_props')).json(),
    no_accounts: false,
  })
})

test('before login, a client gets only public data', async () => {
  const { db, call } = await startApi()
  const client_cfg = (await call('/general/client_props')).json()
  const server = { client_cfg, license_cfg: { IsLicensed: 'false' } }
  const begun = async () => (await call('/users/initial_load')).json()
  expect(await begun()).toEqual({ ...nobodys, ...server, no_accounts: false })
  await db.user.deleteMany({ where: { username: { in: ['reader', 'admin'] } } })
  expect(await begun()).toEqual({ ...nobodys, ...server, no_accounts: true })
})
