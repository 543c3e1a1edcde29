import { newId } from '@posthorn/server'
import { expect, test } from 'vitest'
import { addChannel, startApi } from './start-api.js'

type Found = { id: string; [field: string]: unknown }

/** An API, its people, and hooks by name: `make('nightly', { userId })`. */
async function start<Name extends string = never>(...names: Name[]) {
  const api = await startApi()
  const { db, teamId } = api
  await db.hook.deleteMany()
  const path = `/teams/${teamId}/hooks/incoming/search`
  const team = await api.callers<'admin' | Name>('admin', ...names)
  const builds = await api.channelNamed('builds')
  const make = async (displayName: string, fields: object = {}) => {
    const stamps = { createAt: Date.now(), updateAt: Date.now() }
    const own = { userId: team.admin.id, teamId, channelId: builds.id, displayName }
    return (await db.hook.create({ data: { id: newId(), ...stamps, ...own, ...fields } })).id
  }
  const deliver = async (hookId: string, outcome: string, atMs = Date.now(), fields: object = {}) => {
    const id = atMs === 0 ? `00${newId().slice(2)}` : newId()
    const row = { id, hookId, teamId, settledAt: Date.now(), outcome, requestId: newId(), payload: '{}' }
    await db.delivery.create({ data: { ...row, ...fields } })
    return id
  }
  return { ...api, ...team, path, builds, make, deliver }
}

test('every hook is found, page by page, beyond two hundred', async () => {
  const { admin, path, make } = await start()
  const made: string[] = []
  for (let index = 0; index < 250; index++) made.push(await make(`hook ${index}`))
  const seen: string[] = []
  let cursor = ''
  do {
    const { hooks, next, total } = await admin.getJson(`${path}?limit=90&cursor=${cursor}`)
    expect(total).toBe(250)
    seen.push(...hooks.map(({ id }: Found) => id))
    cursor = next
  } while (cursor !== '')
  expect(seen).toEqual(made.toReversed())
})

test('a search looks at the names of hooks, creators and channels, in any case, and at no channel that is not to be read', async () => {
  const { db, admin, boss, ada, teamId, path, make } = await start('boss', 'ada')
  const secret = await addChannel(db, teamId, 'skunkworks', 'P')
  await db.channelMember.create({ data: { channelId: secret.id, userId: ada.id } })
  const [one, two, three] = [
    await make('Nightly'),
    await make('x', { userId: ada.id }),
    await make('zzz', { channelId: secret.id, userId: ada.id }),
  ]
  const found = async (person: typeof admin, text: string) => {
    const { hooks, total } = await person.getJson(`${path}?search=${encodeURIComponent(text)}`)
    expect(total).toBe(hooks.length)
    return hooks.map(({ id }: Found) => id)
  }
  expect(await found(admin, 'nIGHT')).toEqual([one])
  expect(await found(admin, 'ada')).toEqual([three, two])
  expect(await found(admin, 'BUILDS')).toEqual([two, one])
  expect(await found(admin, 'skunk')).toEqual([three])
  expect(await found(ada, 'skunk')).toEqual([three])
  expect(await found(boss, 'skunk')).toEqual([])
  const { hooks } = await boss.getJson(`${path}?search=zzz`)
  expect(hooks).toMatchObject([
    { id: three, channel: { id: secret.id, name: '', display_name: '', type: 'P' } },
  ])
  expect(await found(admin, '%')).toEqual([])
})

test('members see their own hooks, administrators all; each is told what may be done', async () => {
  const { db, admin, ada, bossy, path, make, builds } = await start('ada', 'bossy')
  const [theirs, hers] = [await make('admin’s'), await make('ada’s', { userId: ada.id })]
  const seen = async (person: typeof admin) => {
    const { hooks, may_create, administrators } = await person.getJson(path)
    return { hooks: hooks.map(({ id, may_change }: Found) => [id, may_change]), may_create, administrators }
  }
  const all = { may_create: true, administrators: [] }
  expect(await seen(ada)).toEqual({ hooks: [[hers, true]], ...all })
  expect(await seen(bossy)).toEqual({
    hooks: [
      [hers, true],
      [theirs, true],
    ],
    ...all,
  })
  const settings = { ServiceSettings: { EnableOnlyAdminIntegrations: true } }
  await admin.postJson('/admin/save_config', settings)
  expect(await seen(ada)).toEqual({
    hooks: [[hers, false]],
    may_create: false,
    administrators: ['admin', 'bossy'],
  })
  await db.channel.update({ where: { id: builds.id }, data: { deleteAt: 5 } })
  await db.hook.update({ where: { id: hers }, data: { deleteAt: 5 } })
  await db.hook.update({ where: { id: theirs }, data: { deleteAt: 6 } })
  const { hooks } = await bossy.getJson(path)
  expect(hooks).toMatchObject([{ id: hers, delete_at: 5, may_change: false, channel: { delete_at: 5 } }])
})

test('each hook tells what became of the last day, and why it fails, with one question however many there are', async () => {
  const { db, admin, ada, path, make, deliver } = await start('ada')
  const failing = await make('failing', { failingSince: 5, lastUsedAt: 7 })
  const healthy = await make('healthy', { userId: ada.id })
  await db.user.update({ where: { id: ada.id }, data: { deleteAt: 9 } })
  for (const outcome of ['posted', 'posted', 'rejected']) await deliver(healthy, outcome)
  await deliver(healthy, 'posted', 0)
  await deliver(failing, 'rejected', Date.now(), { reason: 'no_permission' })
  const last = await deliver(failing, 'rejected', Date.now(), {
    reason: 'unknown_user',
    detail: 'There is no user @x.',
  })
  const questions: string[] = []
  const { query } = db.pool
  const counted = (...asked: unknown[]) => {
    const { text = '' } = asked[0] as { text?: string }
    if (text.includes('deliveries')) questions.push(text)
    return Reflect.apply(query, db.pool, asked)
  }
  db.pool.query = counted as typeof query
  const { hooks } = await admin.getJson(path)
  expect(questions).toHaveLength(1)
  expect(hooks).toMatchObject([
    {
      id: healthy,
      creator: { id: ada.id, username: 'ada', delete_at: 9 },
      creator_deactivated: true,
      posted_last_day: 2,
      rejected_last_day: 1,
      failing: null,
    },
    {
      id: failing,
      last_used_at: 7,
      failing_since: 5,
      posted_last_day: 0,
      rejected_last_day: 2,
      failing: {
        delivery: last,
        reason: 'web.incoming_webhook.user.app_error',
        message: "Couldn't find the user. There is no user @x.",
        status: 400,
      },
    },
  ])
})
