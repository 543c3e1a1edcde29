import { findHooksByKey, findOwner } from '@posthorn/db'
import { newId, newSecret } from '@posthorn/server'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { startApps } from './start-apps.js'

/** Starts an API with a hook that the bot of one of `maker`'s apps created. */
async function startWithBotsHook() {
  const api = await startApps()
  const app = await api.register()
  const first = await api.db.hook.findFirstOrThrow()
  const hook = { ...first, id: newId(), userId: app.bot_user_id }
  await api.db.hook.create({ data: hook })
  await api.db.hookKey.updateMany({ where: { hookId: first.id }, data: { hookId: hook.id } })
  return { ...api, app, hook }
}

test("a bot's hooks and deliveries count for the owner of its app, whoever that is", async () => {
  const { db, app, hook, maker, admin, hookUrl, redis, prefix } = await startWithBotsHook()
  const { digest } = await db.hookKey.findFirstOrThrow({ where: { hookId: hook.id } })
  const found = async () =>
    (await findHooksByKey(db, [Buffer.from(digest).toString('hex')])).values().next().value
  /** Sends a delivery, and returns the owner that waits with it. */
  const sentFor = async () => {
    await fetch(hookUrl, { method: 'POST', body: '{"text":"x"}' })
    const [batch = ''] = await redis.lrange(`${prefix}:deliveries:wait`, 0, 0)
    const { names, owners } = JSON.parse((await redis.hget(`${prefix}:deliveries:${batch}`, 'data')) ?? '')
    return names[owners[names.indexOf(hook.id)]]
  }
  expect([(await found())?.hook.ownerId, await findOwner(db, hook.id), await sentFor()]).toEqual(
    Array(3).fill(maker.id),
  )
  expect(await findOwner(db, app.bot_user_id)).toBe(maker.id)
  expect(await findOwner(db, maker.id)).toBe(maker.id)

  await admin.client.takeOverApp({ params: { client: app.id } })
  expect([(await found())?.hook.ownerId, await findOwner(db, hook.id)]).toEqual([admin.id, admin.id])
  await eventually(async () => expect(await sentFor()).toBe(admin.id))
})

const tooMany = '400 api.webhook.create_incoming.max_per_owner.app_error'
const tooManyInTeam = '400 api.webhook.create_incoming.max_per_team.app_error'

/** Starts an API with apps on, and small bounds of hooks once the test asks for them. */
async function startBounded() {
  const api = await startApps()
  const { boss } = await api.callers('boss')
  const { id: channel_id } = await api.channelNamed('town-square')
  const hooks = `/teams/${api.teamId}/hooks/incoming`
  const allow = (MaxHooksPerOwner: number, MaxHooksPerTeam = 2000) =>
    api.admin.client.saveConfig({ body: { ServiceSettings: { MaxHooksPerOwner, MaxHooksPerTeam } } })
  const create = (by: { statusAndId: (path: string, body: object) => Promise<string> }) =>
    by.statusAndId(`${hooks}/create`, { channel_id })
  const ownedBy = (userId: string) => api.db.hook.count({ where: { userId, deleteAt: 0 } })
  return { ...api, boss, hooks, channel_id, allow, create, ownedBy }
}

test('limits the hooks of an owner, of administrators too, even with concurrent creations', async () => {
  const { allow, create, ownedBy, maker, boss, admin, hooks, db, channel_id } = await startBounded()
  await allow(3)
  const answers = await Promise.all(Array.from({ length: 8 }, () => create(maker)))
  expect(answers.toSorted()).toEqual([...Array(3).fill('200'), ...Array(5).fill(tooMany)])
  expect(await ownedBy(maker.id)).toBe(3)
  for (const by of [boss, admin]) for (let made = await ownedBy(by.id); made < 3; made++) await create(by)
  expect([await create(boss), await create(admin)]).toEqual([tooMany, tooMany])
  const refused = await maker.post(`${hooks}/create`, { channel_id })
  expect(refused.json().message).toMatch(/maximum number of webhooks.*raise MaxHooksPerOwner/)
  await db.hook.updateMany({ where: { userId: maker.id }, data: { deleteAt: 1 } })
  expect(await create(maker)).toBe('200')
})

test('limits the hooks of a team, whoever owns them', async () => {
  const { allow, create, maker, reader, db, teamId } = await startBounded()
  await allow(200, (await db.hook.count({ where: { teamId, deleteAt: 0 } })) + 2)
  const answers = await Promise.all([maker, reader, maker, reader].map(create))
  expect(answers.toSorted()).toEqual(['200', '200', tooManyInTeam, tooManyInTeam])
})

test('counts hooks that an owner gets by an offer or with an app, and those of bots', async () => {
  const { allow, create, register, maker, reader, admin, boss, db, hooks, ownedBy } = await startBounded()
  const app = await register()
  await create(reader)
  const { id } = await db.hook.findFirstOrThrow({ where: { userId: reader.id } })
  await db.hook.create({
    data: { ...(await db.hook.findFirstOrThrow()), id: newId(), userId: app.bot_user_id },
  })
  await allow(1)
  expect(await create(maker)).toBe(tooMany)
  expect(await boss.statusAndId(`${hooks}/transfer`, { id, user_id: maker.id })).toBe('200')
  expect(await maker.statusAndId(`${hooks}/transfer/accept`, { id })).toBe(tooMany)
  await create(admin)
  expect(await admin.statusAndId(`/oauth/${app.id}/take_over`, {})).toBe(tooMany)
  await allow(2)
  expect(await maker.statusAndId(`${hooks}/transfer/accept`, { id })).toBe('200')
  expect(await ownedBy(maker.id)).toBe(1)
})

test('leaves out imported hooks beyond the bounds, and says so', async () => {
  const { allow, admin, reader, channel_id } = await startBounded()
  await allow(2)
  await admin.client.startImport({ body: { source: 'elsewhere' } })
  const row = { create_at: 1, channel_id, user_id: reader.id }
  const sent = Array.from({ length: 3 }, (_, at) => ({ ...row, id: `h${at}`, key: newSecret() }))
  const { hooks } = await admin.postJson('/admin/imports/objects', { source: 'elsewhere', hooks: sent })
  expect(hooks.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['created', 'created', 'skipped'])
  expect(hooks[2].reason).toMatch(/raise MaxHooksPerOwner/)
})

test("disables a bot's hooks when its app is deleted, because nobody answers for them", async () => {
  const { app, hook, maker, hookUrl } = await startWithBotsHook()
  const send = async () => (await fetch(hookUrl, { method: 'POST', body: '{"text":"x"}' })).status
  expect(await send()).toBe(200)
  await maker.client.deleteApp({ body: { id: app.id } })
  await eventually(async () => expect(await send()).toBe(403))
  expect(hook.disabledAt).toBe(0n)
})
