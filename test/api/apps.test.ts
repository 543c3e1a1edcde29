import { expect, test } from 'vitest'
import { password } from '../support/constants.js'
import { team } from './start-api.js'
import { startApps } from './start-apps.js'

test('shows an app’s secret only when it is created, and stores its digest', async () => {
  const { register, maker, reader, db } = await startApps()
  const app = await register()
  expect(app.client_secret).toMatch(/^[a-z0-9]{26}$/)
  const params = { client: app.id }
  const shown = [
    await maker.getJson('/oauth/list'),
    await maker.client.getApp({ params }),
    await reader.client.getApp({ params }),
  ]
  expect(JSON.stringify(shown)).toContain(app.id)
  expect(JSON.stringify(shown)).not.toContain(app.client_secret)
  const stored = await db.oauthApp.findUniqueOrThrow({ where: { id: app.id } })
  expect(Buffer.from(stored.secretDigest).toString()).not.toContain(app.client_secret)
  const again = await maker.client.regenerateAppSecret({ params })
  expect(again.client_secret).toMatch(/^[a-z0-9]{26}$/)
  expect(again.client_secret).not.toBe(app.client_secret)
})

test('a public app has neither secret nor bot', async () => {
  const { register, maker } = await startApps()
  const app = await register({ is_public: true })
  expect(app).toMatchObject({ is_public: true, client_secret: '', bot_user_id: '', bot_username: '' })
  const answer = await maker.post(`/oauth/${app.id}/regen_secret`)
  expect(answer.json().id).toBe('api.oauth.regenerate_secret.app_error')
})

test('an app has a bot of its name, which can join teams and cannot log in', async () => {
  const { register, maker, reader, teamId, logIn, db } = await startApps()
  const first = await register({ name: 'Release  Notes!' })
  const second = await register({ name: 'Release  Notes!' })
  const admins = await register({ name: 'Admin' })
  expect(first.bot_username).toBe('release-notes')
  expect(second.bot_username).toMatch(/^release-notes-[a-z0-9]{6}$/)
  expect(admins.bot_username).toMatch(/^admin-[a-z0-9]{6}$/)
  const user = first.bot_user_id
  expect(await reader.client.getUser({ params: { user } })).toMatchObject({
    username: 'release-notes',
    nickname: 'Release  Notes!',
    is_bot: true,
  })
  await maker.client.addTeamMember({ params: { team: teamId }, body: { user_id: user } })
  const stored = await db.user.findUniqueOrThrow({ where: { id: user } })
  for (const guess of [password, stored.passwordHash || ' ', first.client_secret])
    expect((await logIn({ name: team, login_id: first.bot_username, password: guess })).statusCode).toBe(401)
})

test('a bot cannot become a system administrator', async () => {
  const { register, admin } = await startApps()
  const { bot_user_id: bot } = await register()
  const roles = { new_roles: 'system_admin system_user' }
  expect(await admin.statusAndId(`/users/${bot}/update_roles`, roles)).toBe(
    '403 api.context.permissions.app_error',
  )
})

test('one call changes an app’s description and its bot’s name', async () => {
  const { register, maker, reader } = await startApps()
  const { id, bot_user_id: user } = await register({ description: 'before' })
  const body = { id, name: 'Other', homepage: 'http://other.example', callback_urls: ['http://127.0.0.1/x'] }
  expect(await maker.client.updateApp({ body })).toMatchObject({
    ...body,
    description: '',
    client_secret: '',
  })
  expect(await reader.client.getUser({ params: { user } })).toMatchObject({ nickname: 'Other' })
})

test('only administrators create and change trusted apps, even for the app’s owner', async () => {
  const { register, maker, admin } = await startApps()
  const { client_secret: _, ...app } = await register()
  await admin.client.updateApp({ body: { ...app, is_trusted: true } })
  const elsewhere = { ...app, callback_urls: ['https://elsewhere.example'] }
  const refused = '403 api.context.permissions.app_error'
  expect(await maker.statusAndId('/oauth/update', elsewhere)).toBe(refused)
  expect(await maker.statusAndId('/oauth/update', { ...elsewhere, is_trusted: false })).toBe(refused)
  expect(await maker.client.getApp({ params: { client: app.id } })).toMatchObject({
    is_trusted: true,
    callback_urls: app.callback_urls,
  })
})

const mistakes: [what: string, choices: object, id: string][] = [
  ['no name', { name: ' ' }, 'name'],
  ['a name that is too long', { name: 'x'.repeat(65) }, 'name'],
  ['no callback', { callback_urls: [] }, 'callback'],
  ['a callback that is no address', { callback_urls: ['notaurl'] }, 'callback'],
  ['a callback with a fragment', { callback_urls: ['https://a.example/#x'] }, 'callback'],
  ['a callback with a user', { callback_urls: ['https://a.example@b.example/'] }, 'callback'],
  ['a callback that runs', { callback_urls: ['javascript:alert(1)'] }, 'callback'],
  ['a callback with a backslash', { callback_urls: ['https://a.example\\@b.example/'] }, 'callback'],
  ['a callback with a line break', { callback_urls: ['https://a.example/\nx'] }, 'callback'],
  ['a callback with a port that there is not', { callback_urls: ['https://a.example:99999/'] }, 'callback'],
  ['callbacks that are too long', { callback_urls: [`https://a.example/${'x'.repeat(1024)}`] }, 'callback'],
  ['no homepage', { homepage: '' }, 'homepage'],
  ['a homepage that runs', { homepage: 'javascript:alert(1)' }, 'homepage'],
  ['a description that is too long', { description: 'x'.repeat(513) }, 'description'],
  ['an icon that is no address', { icon_url: 'icon.png' }, 'icon_url'],
]

test('each field of an app has its rules, each with its own error', async () => {
  const { register, maker } = await startApps()
  const app = await register()
  for (const [what, choices, id] of mistakes)
    for (const path of ['/oauth/register', '/oauth/update'])
      expect([what, await maker.statusAndId(path, { ...app, ...choices })]).toEqual([
        what,
        `400 model.oauth.is_valid.${id}.app_error`,
      ])
})

test('users see their own apps, and system administrators all of them, with their usage', async () => {
  const { register, maker, reader, admin } = await startApps()
  const [one, other] = [await register({ name: 'one' }), await register({ name: 'other' }, reader)]
  expect((await maker.client.listApps()).map(({ id }) => id)).toEqual([one.id])
  const all = await admin.client.listApps()
  expect(all.map(({ id, creator, live_tokens }) => [id, creator, live_tokens])).toEqual([
    [other.id, 'reader', 0],
    [one.id, 'maker', 0],
  ])
})

test('while OAuth is off, nothing is registered or shown, but everything can be stopped', async () => {
  const { register, maker, reader, switchTo } = await startApps()
  const { id } = await register()
  await switchTo(false)
  const off = '501 api.oauth.allow_oauth.turn_off.app_error'
  expect(await maker.statusAndId('/oauth/register', {})).toBe(
    '501 api.oauth.register_oauth_app.turn_off.app_error',
  )
  for (const path of ['/oauth/list', `/oauth/app/${id}`, '/oauth/authorized', '/oauth/allow'])
    expect(await maker.statusAndId(path)).toBe(off)
  for (const path of ['/oauth/update', `/oauth/${id}/regen_secret`])
    expect(await maker.statusAndId(path, { id })).toBe(off)
  await reader.client.deauthorizeApp({ params: { client: id } })
  await maker.client.deleteApp({ body: { id } })
})

test('deleting an app deletes its bot, and keeps the bot’s posts', async () => {
  const { register, maker, admin } = await startApps()
  const { id, bot_user_id: user } = await register()
  await maker.client.deleteApp({ body: { id } })
  expect(await maker.statusAndId(`/oauth/app/${id}`)).toBe('404 store.sql_oauth.get_app.find.app_error')
  expect((await admin.client.getUser({ params: { user } })).delete_at).toBeGreaterThan(0)
})

test('a user can register a hundred apps, independently of other users', async () => {
  const { register, maker, admin, db } = await startApps()
  const { id, ...app } = await db.oauthApp.findUniqueOrThrow({ where: { id: (await register()).id } })
  const more = Array.from({ length: 99 }, (_, n) => ({
    ...app,
    id: `app${n}${id}`.slice(0, 26),
    botUserId: null,
  }))
  await db.oauthApp.createMany({ data: more })
  const body = { name: 'One more', homepage: 'https://e.org', callback_urls: ['https://e.org/back'] }
  const answer = await maker.statusAndId('/oauth/register', body)
  expect(answer).toMatch(/^400 .*max_apps/)
  expect((await register({}, admin)).id).toMatch(/^.{26}$/)
})

test('of 160 concurrent registrations, at most a hundred succeed, even without other limits', async () => {
  const { maker, db } = await startApps()
  const body = { name: 'At once', homepage: 'https://e.org', callback_urls: ['https://e.org/back'] }
  const atOnce = () =>
    Promise.all(Array.from({ length: 160 }, () => maker.statusAndId('/oauth/register', body)))
  let answers: string[] = []
  for (let round = 0; round < 8 && (await db.oauthApp.count()) < 100; round++) answers = await atOnce()
  expect(await db.oauthApp.count()).toBe(100)
  expect(answers.filter(answer => /^400 .*max_apps/.test(answer)).length).toBeGreaterThan(0)
  for (const answer of answers) expect(answer).toMatch(/^(200|400 .*max_apps.*|503 .*)$/)
})
