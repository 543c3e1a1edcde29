import { openApi } from '@posthorn/api'
import { saveSettings, systemUserId } from '@posthorn/db'
import { buildApp, openLog } from '@posthorn/server'
import { expect, onTestFinished, test } from 'vitest'
import { callerWith } from './callers.js'
import { addChannel, addTeam, noSuchId, startApi } from './start-api.js'

const invalid = '400 api.context.invalid_param.app_error'
const forbidden = '403 api.context.permissions.app_error'
const noChannel = '404 store.sql_channel.get.existing.app_error'
const noHook = '404 store.sql_webhooks.get_incoming.app_error'
const otherTeam = '400 api.webhook.team_mismatch.app_error'
const disabled = '501 api.incoming_webhook.disabled.app_error'

/** Starts an API with an ingress, callers, and the path of the team's hooks. */
async function start<Name extends string>(...names: Name[]) {
  const api = await startApi()
  const builds = await api.channelNamed('builds')
  const hooks = `/teams/${api.teamId}/hooks/incoming`
  /** Returns the status of a call to the hook with this URL's key. */
  const send = async (hookUrl: string, payload: unknown = { text: 'hi' }) => {
    const path = new URL(hookUrl).pathname
    return (await fetch(api.url + path, { method: 'POST', body: JSON.stringify(payload) })).status
  }
  return { ...api, builds, hooks, send, ...(await api.callers(...names)) }
}

test('a new hook shows its key only in its URL, and works at once', async () => {
  const { db, admin, builds, hooks, send, teamId } = await start('admin')
  const made = await admin.postJson(`${hooks}/create`, {
    channel_id: builds.id,
    display_name: 'dn',
    description: 'de',
  })
  const { url, ...shown } = made
  expect(shown).toEqual({
    id: expect.stringMatching(/^[0-9a-z]{26}$/),
    create_at: expect.any(Number),
    update_at: made.create_at,
    delete_at: 0,
    user_id: admin.id,
    channel_id: builds.id,
    team_id: teamId,
    display_name: 'dn',
    description: 'de',
    username: '',
    icon_url: '',
    channel_locked: false,
    format: '',
    collapse: { window_seconds: 0 },
    signature: null,
    allow_from: [],
    template_version: 0,
    confirm: true,
    last_used_at: 0,
    failing_since: 0,
    disabled_at: 0,
    creator_deactivated: false,
    creator_left_team: false,
    offer: null,
    url_made_by: null,
  })
  expect(url).toMatch(/^http:\/\/localhost(:\d+)?\/hooks\/[a-z0-9]{26}$/)
  expect(url).not.toContain(made.id)
  expect(await send(url)).toBe(200)
  expect(await admin.getJson(`${hooks}/${made.id}/get`)).toEqual(shown)
  expect(await admin.getJson(`${hooks}/list`)).toContainEqual(shown)
  const key = url.slice(-26)
  const rows = await db.$queryRaw<{ row: string }[]>`
    SELECT hooks::text AS row FROM hooks UNION ALL SELECT hook_keys::text FROM hook_keys`
  expect(rows.length).toBeGreaterThan(2)
  expect(rows.map(({ row }) => row).join()).not.toContain(key)
})

test('a hook deleted alone or with its channel is rejected within moments', async () => {
  const { admin, builds, hooks, send, teamId } = await start('admin')
  const make = () => admin.postJson(`${hooks}/create`, { channel_id: builds.id })
  const [one, other] = [await make(), await make()]
  expect([await send(one.url), await send(other.url)]).toEqual([200, 200])
  expect(await admin.postJson(`${hooks}/delete`, { id: one.id })).toEqual({ id: one.id })
  await expect.poll(() => send(one.url)).toBe(400)
  expect(await send(other.url)).toBe(200)
  expect(await admin.statusAndId(`${hooks}/delete`, { id: one.id })).toBe(noHook)
  await admin.postJson(`/teams/${teamId}/channels/${builds.id}/delete`)
  await expect.poll(() => send(other.url)).toBe(400)
})

test('regenerating a hook replaces its key, and the old one lasts as long as requested', async () => {
  const { db, admin, builds, hooks, send } = await start('admin')
  const made = await admin.postJson(`${hooks}/create`, { channel_id: builds.id })
  expect(await send(made.url)).toBe(200)
  const regen = (more = {}) => admin.postJson(`${hooks}/regen`, { id: made.id, ...more })
  const expiries = async () => {
    const keys = await db.hookKey.findMany({ where: { hookId: made.id }, orderBy: { createAt: 'asc' } })
    return keys.map(({ expiresAt }) => Number(expiresAt))
  }

  const before = Date.now()
  const second = await regen()
  expect(second).toMatchObject({ id: made.id, channel_id: builds.id })
  expect(second.url).not.toBe(made.url)
  expect([await send(made.url), await send(second.url)]).toEqual([200, 200])
  const [day = 0, forGood] = await expiries()
  expect([Math.round((day - before) / 60_000), forGood]).toEqual([24 * 60, 0])

  const third = await regen({ overlap_seconds: 1 })
  await expect.poll(() => Promise.all([made.url, second.url].map(url => send(url)))).toEqual([400, 400])
  expect(await send(third.url)).toBe(200)

  const last = await regen({ overlap_seconds: 0 })
  await expect.poll(() => send(third.url)).toBe(400)
  expect(await send(last.url)).toBe(200)
  expect(await expiries()).toEqual([1, 0])
  for (const overlap_seconds of [-1, 1.5, '5', 1e12, null])
    expect(await admin.statusAndId(`${hooks}/regen`, { id: made.id, overlap_seconds })).toBe(invalid)
})

test('a system administrator can bring a hook’s key from another server if it is unused', async () => {
  const { admin, boss, builds, hooks, send } = await start('admin', 'boss')
  const key = 'moved0moved1moved2moved3mo'
  const create = (more: object) => ({ channel_id: builds.id, ...more })
  expect(await boss.statusAndId(`${hooks}/create`, create({ key }))).toBe(forbidden)
  for (const bad of ['short', 'Moved0moved1moved2moved3mo', `${key}x`, '../hooks/'.repeat(3)])
    expect(await admin.statusAndId(`${hooks}/create`, create({ key: bad }))).toBe(invalid)
  const made = await admin.postJson(`${hooks}/create`, create({ key }))
  expect(made.url.endsWith(`/hooks/${key}`)).toBe(true)
  expect(made.id).not.toBe(key)
  expect(await send(made.url)).toBe(200)
  const taken = '400 store.sql_webhooks.save_incoming.existing.app_error'
  expect(await admin.statusAndId(`${hooks}/create`, create({ key }))).toBe(taken)
  const list = await admin.getJson(`${hooks}/list`)
  expect(list).toHaveLength(2) // the world's own, and the one that was moved
})

test('rejects an invalid hook with the broken rule, in the reference’s order', async () => {
  const { db, admin, builds, hooks, channelNamed, teamId } = await start('admin')
  await db.channel.update({ where: { id: (await channelNamed('off-topic')).id }, data: { deleteAt: 1 } })
  const other = await addTeam(db, 'other-team')
  const elsewhere = await addChannel(db, other.id, 'elsewhere')
  const good = { channel_id: builds.id }
  const cases: [body: unknown, answer: string][] = [
    ['not json', invalid],
    ['[]', invalid],
    [{ channel_id: 5 }, invalid],
    [{ ...good, confirm: 'yes' }, invalid],
    [{ ...good, display_name: 'a\0' }, invalid],
    [{}, noChannel],
    [{ channel_id: noSuchId }, noChannel],
    [{ channel_id: '\ud800' }, noChannel],
    [{ channel_id: (await channelNamed('off-topic')).id }, noChannel],
    [{ ...good, display_name: 'x'.repeat(65) }, '400 model.incoming_hook.display_name.app_error'],
    [{ ...good, display_name: 'é'.repeat(33) }, '400 model.incoming_hook.display_name.app_error'],
    [{ ...good, description: 'x'.repeat(129) }, '400 model.incoming_hook.description.app_error'],
    [{ ...good, display_name: '\ud800', username: 'u', icon_url: 'http://i', made_up: 1 }, '200'],
    [{ ...good, confirm: false, channel_locked: true }, '200'],
  ]
  const answers = []
  for (const [body] of cases) answers.push([body, await admin.statusAndId(`${hooks}/create`, body)])
  expect(answers).toEqual(cases)
  expect(await admin.statusAndId(`/teams/${noSuchId}/hooks/incoming/create`, good)).toBe(
    '400 store.sql_team.get.find.app_error',
  )
  const hook = await db.hook.findFirstOrThrow({ where: { teamId } })
  const update = (body: unknown) => admin.statusAndId(`${hooks}/update`, body)
  expect(await update({ id: noSuchId, ...good })).toBe(noHook)
  expect(await update({ id: hook.id })).toBe(noChannel)
  expect(await update({ id: hook.id, channel_id: elsewhere.id })).toBe(otherTeam)
  expect(await update({ ...good, id: hook.id, display_name: 'x'.repeat(65) })).toBe(
    '400 model.incoming_hook.display_name.app_error',
  )
  const theirs = `/teams/${other.id}/hooks/incoming`
  expect(await admin.statusAndId(`${theirs}/update`, { id: hook.id, ...good })).toBe(otherTeam)
  expect(await admin.statusAndId(`${theirs}/delete`, { id: hook.id })).toBe(otherTeam)
  expect(await admin.statusAndId(`${theirs}/${hook.id}/get`)).toBe(otherTeam)
  for (const body of [{}, { id: '' }, { id: 5 }, 'not json'])
    expect([
      await admin.statusAndId(`${hooks}/delete`, body),
      await admin.statusAndId(`${hooks}/regen`, body),
    ]).toEqual([invalid, invalid])
  expect(await admin.statusAndId(`${hooks}/delete`, { id: noSuchId })).toBe(noHook)
  expect(await admin.statusAndId(`${hooks}/regen`, { id: noSuchId })).toBe(noHook)
})

test('an update changes the fields it names, and keeps those unknown to old clients', async () => {
  const { admin, builds, hooks, channelNamed } = await start('admin')
  const square = await channelNamed('town-square')
  const { url: _, ...made } = await admin.postJson(`${hooks}/create`, {
    channel_id: builds.id,
    display_name: 'one',
    description: 'd',
    confirm: false,
    channel_locked: true,
  })
  const changed = await admin.postJson(`${hooks}/update`, {
    id: made.id,
    channel_id: square.id,
    display_name: 'two',
    user_id: noSuchId,
    team_id: noSuchId,
    create_at: 5,
  })
  expect(changed).toEqual({
    ...made,
    channel_id: square.id,
    display_name: 'two',
    description: '',
    update_at: expect.any(Number),
  })
  const { confirm, channel_locked } = await admin.postJson(`${hooks}/update`, {
    ...changed,
    confirm: true,
    channel_locked: false,
  })
  expect([confirm, channel_locked]).toEqual([true, false])
})

test('members manage their own hooks and team administrators all, or only administrators if integrations are limited to them', async () => {
  const names = ['admin', 'boss', 'reader', 'ada', 'stranger'] as const
  const world = await start(...names)
  const { db, admin, boss, reader, ada, stranger, builds, hooks, teamId, call } = world
  const secret = await addChannel(db, teamId, 'secret', 'P')
  const first = await db.hook.findFirstOrThrow()
  const good = { channel_id: builds.id }
  expect(await reader.statusAndId(`${hooks}/create`, good)).toBe('200')
  await saveSettings(db, { EnableOnlyAdminIntegrations: true })
  await expect.poll(() => reader.statusAndId(`${hooks}/list`)).toBe(forbidden)
  const paths: [path: string, body?: unknown][] = [
    ['/list'],
    [`/${first.id}/get`],
    ['/create', good],
    ['/update', { ...good, id: first.id }],
    ['/regen', { id: first.id }],
    ['/delete', { id: first.id }],
  ]
  for (const [path, body] of paths) {
    for (const who of [reader, ada, stranger])
      expect([path, await who.statusAndId(hooks + path, body)]).toEqual([path, forbidden])
    const method = body === undefined ? 'GET' : 'POST'
    expect((await call(hooks + path, { method })).statusCode).toBe(401)
  }
  for (const [path, body] of paths.slice(0, 5)) expect(await boss.statusAndId(hooks + path, body)).toBe('200')
  expect(await boss.statusAndId(`${hooks}/create`, { channel_id: secret.id })).toBe(forbidden)
  expect(await admin.statusAndId(`${hooks}/create`, { channel_id: secret.id })).toBe('200')
  const direct = await reader.postJson(`/teams/${teamId}/channels/create_direct`, { user_id: admin.id })
  expect(await admin.statusAndId(`${hooks}/create`, { channel_id: direct.id })).toBe(forbidden)
  const { message, detailed_error } = (await reader.get(`${hooks}/list`)).json()
  expect(message).toContain('EnableOnlyAdminIntegrations')
  expect(detailed_error).toBe('Ask @admin or @boss.')

  await saveSettings(db, { EnableOnlyAdminIntegrations: false })
  await expect.poll(() => reader.statusAndId(`${hooks}/list`)).toBe('200')
  const own = await reader.postJson(`${hooks}/create`, good)
  expect(own.user_id).toBe(reader.id)
  expect(await reader.statusAndId(`${hooks}/create`, { channel_id: secret.id })).toBe(forbidden)
  expect(await reader.statusAndId(`${hooks}/update`, { ...good, id: first.id })).toBe(forbidden)
  expect(await ada.statusAndId(`${hooks}/delete`, { id: own.id })).toBe(forbidden)
  expect(await ada.statusAndId(`${hooks}/regen`, { id: own.id })).toBe(forbidden)
  expect(await ada.statusAndId(`${hooks}/${own.id}/get`)).toBe('200')
  expect(await reader.statusAndId(`${hooks}/regen`, { id: own.id })).toBe('200')
  expect(await boss.statusAndId(`${hooks}/delete`, { id: own.id })).toBe('200')
  expect(await stranger.statusAndId(`${hooks}/list`)).toBe(forbidden)
})

test('marks hooks of deactivated creators, and of those who left the team, everywhere', async () => {
  const { db, admin, ada, builds, hooks, teamId } = await start('admin', 'ada')
  const made = await admin.postJson(`${hooks}/create`, { channel_id: builds.id })
  await db.hook.update({ where: { id: made.id }, data: { userId: ada.id } })
  const shown = async () => {
    const listed = await admin.getJson(`${hooks}/list`)
    const answers = [
      await admin.getJson(`${hooks}/${made.id}/get`),
      listed.find(({ id }: { id: string }) => id === made.id),
      await admin.postJson(`${hooks}/update`, { id: made.id, channel_id: builds.id }),
      await admin.postJson(`${hooks}/regen`, { id: made.id }),
    ]
    const [first, ...others] = answers.map(one => [one.creator_deactivated, one.creator_left_team])
    for (const other of others) expect(other).toEqual(first)
    return first
  }
  expect(await shown()).toEqual([false, false])
  await admin.postJson('/users/update_active', { user_id: ada.id, active: 'false' })
  expect(await shown()).toEqual([true, false])
  await admin.postJson('/users/update_active', { user_id: ada.id, active: 'true' })
  expect(await shown()).toEqual([false, false])
  await admin.postJson(`/teams/${teamId}/remove_user_from_team`, { user_id: ada.id })
  expect(await shown()).toEqual([false, true])
  await db.user.update({ where: { id: ada.id }, data: { roles: 'system_user system_admin' } })
  expect(await shown()).toEqual([false, false])
})

test('while hooks are off, none is created or shown, but one can be stopped', async () => {
  const { db, admin, builds, hooks } = await start('admin')
  const { id } = await db.hook.findFirstOrThrow()
  await saveSettings(db, { EnableIncomingWebhooks: false })
  await expect.poll(() => admin.statusAndId(`${hooks}/list`)).toBe(disabled)
  expect(await admin.statusAndId(`${hooks}/create`, { channel_id: builds.id })).toBe(disabled)
  expect(await admin.statusAndId(`${hooks}/create`, 'not json')).toBe(disabled)
  expect(await admin.statusAndId(`${hooks}/update`, { id, channel_id: builds.id })).toBe(disabled)
  expect(await admin.statusAndId(`${hooks}/regen`, { id, overlap_seconds: 0 })).toBe('200')
  expect(await admin.statusAndId(`${hooks}/delete`, { id })).toBe('200')
})

test('lists a hundred hooks, or the requested page, oldest first', async () => {
  const { db, admin, hooks, teamId, builds } = await start('admin')
  const { id: _, ...row } = await db.hook.findFirstOrThrow()
  const ids = Array.from({ length: 120 }, (_, index) => `0${String(index).padStart(25, '0')}`)
  await db.hook.createMany({ data: ids.map(id => ({ ...row, id, teamId, channelId: builds.id })) })
  const list = async (query = '') =>
    (await admin.getJson(`${hooks}/list${query}`)).map(({ id }: { id: string }) => id)
  expect(await list()).toEqual(ids.slice(0, 100))
  expect(await list('?page=1&per_page=7')).toEqual(ids.slice(7, 14))
  expect(await list('?page=1')).toHaveLength(21)
  expect(await admin.statusAndId(`${hooks}/list?per_page=201`)).toBe(invalid)
  expect(await admin.statusAndId(`${hooks}/list?page=-1`)).toBe(invalid)
})

test('a locked hook posts only to its own channel, however a payload names it', async () => {
  const { db, admin, builds, hooks, send, work } = await start('admin', 'reader')
  const { url } = await admin.postJson(`${hooks}/create`, { channel_id: builds.id, channel_locked: true })
  await work()
  for (const channel of ['', 'builds', '#builds', 'town-square', '@reader', '@nobody', 'nowhere'])
    await send(url, { text: 'x', channel })
  await expect.poll(() => db.delivery.count()).toBe(7)
  const rows = await db.delivery.findMany({ orderBy: { id: 'asc' } })
  expect(rows.map(({ reason }) => reason)).toEqual([
    '',
    '',
    '',
    'channel_locked',
    'channel_locked',
    'channel_locked',
    'channel_locked',
  ])
  const withSystemUser = { name: { contains: systemUserId } } // its creator is notified of the refusals
  expect(await db.channel.count({ where: { type: 'D', NOT: withSystemUser } })).toBe(0)
})

test('a hook’s URL begins with the server’s address, and a setting makes new hooks respond at once', async () => {
  const { db, world, builds, hooks, admin } = await start('admin')
  const { redis } = world
  const log = openLog('test', 'silent')
  const api = await openApi({ db, redis, log, baseUrl: 'https://chat.example.org', hookConfirm: false })
  const app = buildApp({ log, versionId: 'test' })
  api.routes(app)
  onTestFinished(async () => {
    await app.close()
    await api.close()
  })
  const answer = await callerWith(app, admin.token).post(`${hooks}/create`, { channel_id: builds.id })
  const { url, confirm } = answer.json()
  expect(url).toMatch(/^https:\/\/chat\.example\.org\/hooks\/[a-z0-9]{26}$/)
  expect(confirm).toBe(false)
  expect(answer.headers['cache-control']).toBe('no-store')
})
