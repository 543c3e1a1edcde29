import type { SettingObject } from '@posthorn/contract'
import { defaultSettings, saveSettings, settingRules } from '@posthorn/db'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { statusAndId } from './callers.js'
import { addTeam, startApi } from './start-api.js'

const forbidden = '403 api.context.permissions.app_error'
const invalid = '400 api.context.invalid_param.app_error'

async function start() {
  const api = await startApi()
  const { admin } = await api.callers('admin')
  const read = async () => await admin.getJson('/admin/config')
  const save = (config: unknown) => admin.post('/admin/save_config', config)
  return { ...api, admin, read, save }
}

test('only system administrators read and write the settings, all in their groups', async () => {
  const { call, callers, read } = await start()
  const { reader } = await callers('reader')
  expect(statusAndId(await call('/admin/config'))).toBe('401 api.context.session_expired.app_error')
  expect(await reader.statusAndId('/admin/config')).toBe(forbidden)
  expect(await reader.statusAndId('/admin/save_config', {})).toBe(forbidden)
  const config = await read()
  for (const [name, { group, first }] of Object.entries(settingRules))
    expect([name, config[group][name]]).toEqual([name, /Rate$/.test(name) ? 'off' : first])
  expect(config.ServiceSettings).toMatchObject({
    EnableIncomingWebhooks: true,
    EnableOnlyAdminIntegrations: false,
  })
  expect(config.TeamSettings).toMatchObject({ MaxUsersPerTeam: 50, EnableOpenServer: false })
  expect(config.SqlSettings.DataSource).toMatch(/^\*+$/)
})

test('saved settings apply at once in the same process, and absent or unknown ones change nothing', async () => {
  const { db, read, save } = await start()
  const before = await read()
  const answer = await save({
    ServiceSettings: { EnablePostUsernameOverride: true, ListenAddress: ':80' },
    SqlSettings: { DataSource: 'postgres://elsewhere' },
    NoSuchSettings: { EnableIncomingWebhooks: false },
  })
  expect(answer.json()).toEqual({ status: 'OK' })
  before.ServiceSettings.EnablePostUsernameOverride = true
  expect(await read()).toEqual(before)
  expect(
    (await db.setting.findMany({ where: { name: { not: 'version' } } })).map(({ name }) => name),
  ).toEqual(['EnablePostUsernameOverride'])
  await save(before) // the whole object, as the reference's console sends it
  expect(await db.setting.count()).toBe(2)
})

test('rejects a config with an invalid value as a whole, and names the setting but not the value', async () => {
  const { read, save } = await start()
  const before = await read()
  const wrong = {
    ServiceSettings: { EnablePostIconOverride: true, EnableIncomingWebhooks: 'secret-one' },
    TeamSettings: { MaxUsersPerTeam: -1 },
    RateLimitSettings: { HookRate: 'secret-two' },
  }
  const answer = await save(wrong)
  expect(statusAndId(answer)).toBe(invalid)
  expect(answer.json().detailed_error).toMatch(
    /ServiceSettings\.EnableIncomingWebhooks.*TeamSettings\.MaxUsersPerTeam.*RateLimitSettings\.HookRate/,
  )
  expect(answer.body).not.toContain('secret')
  for (const config of [null, [], 'text', 5, { ServiceSettings: { EnableIncomingWebhooks: null } }])
    expect(statusAndId(await save(config))).toBe(invalid)
  expect(await read()).toEqual(before)
})

test('treats an invalid stored value as absent', async () => {
  const { db, read, save } = await start()
  const rows = { EnableIncomingWebhooks: 'no', MaxUsersPerTeam: 1e9, HookRate: 'fast', nonsense: 1 }
  await db.setting.createMany({ data: Object.entries(rows).map(([name, value]) => ({ name, value })) })
  const { ServiceSettings, TeamSettings } = await read()
  expect(ServiceSettings.EnableIncomingWebhooks).toBe(true)
  expect(TeamSettings.MaxUsersPerTeam).toBe(defaultSettings.MaxUsersPerTeam)
  expect(statusAndId(await save({ TeamSettings: { MaxUsersPerTeam: 60 } }))).toBe('200')
  expect((await read()).TeamSettings.MaxUsersPerTeam).toBe(60)
})

test('the limit of calls follows its setting', async () => {
  const { call, save } = await start()
  const limit = async () => (await call('/general/ping')).headers['x-ratelimit-limit']
  expect(await limit()).toBeUndefined()
  for (const points of [100, 50]) {
    await save({ RateLimitSettings: { ApiRate: `${points}/60` } })
    expect(await limit()).toBe(String(points))
  }
  await save({ RateLimitSettings: { ApiRate: 'off' } })
  await eventually(async () => expect(await limit()).toBeUndefined())
})

test('reports where each setting’s value comes from: default, environment, or the user who saved it', async () => {
  const { admin, save, call, callers } = await start()
  const { reader } = await callers('reader')
  expect(statusAndId(await call('/admin/settings'))).toBe('401 api.context.session_expired.app_error')
  expect(await reader.statusAndId('/admin/settings')).toBe(forbidden)
  await save({ ServiceSettings: { MaximumLoginAttempts: 20 } })
  const settings: SettingObject[] = await admin.getJson('/admin/settings')
  expect(settings.map(({ name }) => name)).toEqual(Object.keys(settingRules).toSorted())
  const byName = Object.fromEntries(settings.map(one => [one.name, one]))
  expect(byName.MinimumLength).toMatchObject({ value: 5, source: 'default', saved_by: null, saved_at: 0 })
  expect(byName.MinimumLength?.range).toEqual({ least: 5, most: 64 })
  expect(byName.ApiRate?.range).toBeUndefined()
  expect(byName.ApiRate).toMatchObject({ value: 'off', source: 'environment', saved_by: null })
  expect(byName.MaximumLoginAttempts).toMatchObject({
    value: 20,
    source: 'saved',
    saved_by: { username: 'admin' },
    saved_at: expect.closeTo(Date.now(), -6),
  })
})

test('concurrent saves by two administrators both succeed, with all their changes', async () => {
  const { read, save } = await start()
  const limits = ['MaxChannelsPerTeam', 'MaxTeamsPerUser', 'MaxUsersPerTeam']
  const all = (value: number, names: string[]) => ({
    TeamSettings: Object.fromEntries(names.map(name => [name, value])),
  })
  for (let value = 100; value < 110; value++) {
    const whole = [limits, limits.toReversed()].map(names => save(all(value, names)))
    expect((await Promise.all(whole)).map(statusAndId)).toEqual(['200', '200'])
    await Promise.all(limits.map((name, index) => save(all(1000 * index + value, [name]))))
    const { TeamSettings } = await read()
    expect(limits.map(name => TeamSettings[name])).toEqual([value, 1000 + value, 2000 + value])
  }
})

test('an administrator can undo a rate that is too low for them, while it applies to all other calls', async () => {
  const { admin, callers, read, save } = await start()
  const { reader } = await callers('reader')
  await save({ RateLimitSettings: { ApiRate: '1/3600' } })
  const statuses = async (caller: typeof admin, path: string) =>
    (await Promise.all([1, 2].map(() => caller.get(path)))).map(({ statusCode }) => statusCode)
  for (const path of ['/users/me', '/admin/settings', '/admin/limited'])
    expect([path, await statuses(admin, path)]).toEqual([path, [200, 200]])
  expect(await statuses(admin, '/teams/all')).toEqual([429, 429])
  expect((await statuses(reader, '/users/me')).toSorted()).toEqual([200, 429])
  await save({ RateLimitSettings: { ApiRate: 'off' } })
  await eventually(async () => expect((await read()).RateLimitSettings.ApiRate).toBe('off'))
})

test('clients learn which features are on, and nothing else', async () => {
  const { call } = await start()
  const props = (await call('/general/client_props')).json()
  const off = { EnablePostIconOverride: 'false', EnableFileAttachments: 'false' }
  expect(props).toMatchObject({ EnableIncomingWebhooks: 'true', ...off })
  expect(Object.keys(props)).not.toContain('HookRate')
  expect(Object.keys(props)).not.toContain('MaximumLoginAttempts')
  const ping = (await call('/general/ping')).json()
  expect(Number(ping.server_time)).toBeGreaterThan(1_700_000_000_000)
})

test('clients learn the name of the only team while a login must name one', async () => {
  const { db, call } = await start()
  const only = async () => (await call('/general/client_props')).json().OnlyTeamName
  expect(await only()).toBe('first-team')
  await saveSettings(db, { RequireTeamNameAtLogin: false })
  await eventually(async () => expect(await only()).toBeUndefined())
  await saveSettings(db, { RequireTeamNameAtLogin: true })
  await eventually(async () => expect(await only()).toBe('first-team'))
  const { id } = await addTeam(db, 'second-team')
  expect(await only()).toBeUndefined()
  await db.team.update({ where: { id }, data: { deleteAt: 1 } })
  expect(await only()).toBe('first-team')
})
