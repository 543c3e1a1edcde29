import { base32 } from '@posthorn/core'
import type { Db } from '@posthorn/db'
import { newId } from '@posthorn/server'
import { expect, test } from 'vitest'
import { addChannel, startApi } from './start-api.js'

const dayMs = 86_400_000

type Found = { id: string; [field: string]: unknown }

/** Starts an API, callers, and a way to create hooks by name: `make('nightly', { userId })`. */
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
  const deliver = async (hookId: string, outcome: string, fields: object = {}) => {
    const row = { id: newId(), hookId, teamId, settledAt: Date.now(), outcome, requestId: newId() }
    return (await db.delivery.create({ data: { ...row, payload: '{}', ...fields } })).id
  }
  return { ...api, ...team, path, builds, make, deliver }
}

test('finds every hook page by page, beyond two hundred', async () => {
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

test('searches names of hooks, creators and readable channels in any case', async () => {
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
  expect(await found(admin, '%')).toEqual([])
})

test('hides the name of an unreadable channel', async () => {
  const { db, boss, teamId, path, make } = await start('boss')
  const secret = await addChannel(db, teamId, 'skunkworks', 'P')
  const id = await make('zzz', { channelId: secret.id })
  const { hooks } = await boss.getJson(`${path}?search=zzz`)
  const channel = { id: secret.id, name: '', display_name: '', type: 'P' }
  expect(hooks).toMatchObject([{ id, channel }])
})

test('members see their own hooks and administrators all, each with the permitted actions', async () => {
  const { admin, ada, bossy, path, make } = await start('ada', 'bossy')
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
})

test('shows hooks of archived channels, but not deleted ones', async () => {
  const { db, bossy, path, make, builds } = await start('bossy')
  const [hers, theirs] = [await make('gone with it'), await make('deleted before')]
  await db.channel.update({ where: { id: builds.id }, data: { deleteAt: 5 } })
  await db.hook.update({ where: { id: hers }, data: { deleteAt: 5 } })
  await db.hook.update({ where: { id: theirs }, data: { deleteAt: 4 } })
  const { hooks } = await bossy.getJson(path)
  expect(hooks).toMatchObject([{ id: hers, delete_at: 5, may_change: false, channel: { delete_at: 5 } }])
})

/** Records the queries about deliveries from now on. */
function questionsTo({ pool }: Db): string[] {
  const questions: string[] = []
  const { query } = pool
  const noted = (...asked: unknown[]) => {
    const { text = '' } = asked[0] as { text?: string }
    if (text.includes('deliveries')) questions.push(text)
    return Reflect.apply(query, pool, asked)
  }
  pool.query = noted as typeof query
  return questions
}

test('each hook has the outcomes of its last day', async () => {
  const { db, admin, ada, path, make, deliver } = await start('ada')
  const hook = await make('healthy', { userId: ada.id })
  await db.user.update({ where: { id: ada.id }, data: { deleteAt: 9 } })
  for (const outcome of ['posted', 'updated', 'superseded', 'rejected']) await deliver(hook, outcome)
  await deliver(hook, 'posted', { id: base32(Date.now() - dayMs - 1000, 10).padEnd(26, '0') })
  expect((await admin.getJson(path)).hooks).toMatchObject([
    {
      id: hook,
      creator: { id: ada.id, username: 'ada', delete_at: 9 },
      creator_deactivated: true,
      posted_last_day: 2,
      rejected_last_day: 1,
      delivered_last_day: 4,
    },
  ])
})

const hourMs = 3_600_000
const at = (agoMs: number) => ({ id: `${base32(Date.now() - agoMs, 10)}${newId().slice(10)}` })

test('each hook has its deliveries of the last day by hour', async () => {
  const { admin, path, make, deliver } = await start()
  const hook = await make('busy')
  for (const outcome of ['posted', 'rejected', 'skipped']) await deliver(hook, outcome, at(hourMs / 2))
  await deliver(hook, 'rejected', at(1.5 * hourMs))
  await deliver(hook, 'posted', at(dayMs - 60_000))
  await deliver(hook, 'posted', at(dayMs + 60_000))
  await make('idle')
  const [idle, busy] = (await admin.getJson(path)).hooks
  const none = Array.from({ length: 21 }, () => 0)
  expect(busy).toMatchObject({ posted_last_day: 2, delivered_last_day: 5 })
  expect(busy).toMatchObject({
    delivered_by_hour: [1, ...none, 1, 3],
    rejected_by_hour: [0, ...none, 1, 1],
  })
  expect(idle.delivered_by_hour).toEqual([0, 0, 0, ...none])
})

test('a hook has its deliveries of the last day and week over time', async () => {
  const { admin, teamId, make, deliver } = await start()
  const hook = await make('busy')
  const ofHook = { team: teamId, hook }
  for (const outcome of ['posted', 'collapsed', 'rejected', 'skipped'])
    await deliver(hook, outcome, at(hourMs / 2))
  await deliver(hook, 'superseded', at(7 * hourMs))
  await deliver(hook, 'rejected', at(23.5 * hourMs))
  const filled = async (over: 'day' | 'week') => {
    const { periods, ...rest } = await admin.client.getHookFigures({ params: ofHook, query: { over } })
    const shown = periods.flatMap(({ posted, rejected, other }, index) =>
      posted + rejected + other > 0 ? [[index, posted, rejected, other]] : [],
    )
    return { ...rest, count: periods.length, shown }
  }
  const newest = [2, 1, 1] as const
  expect(await filled('day')).toEqual({
    step_ms: hourMs,
    counted_from: 0,
    count: 24,
    shown: [
      [0, 0, 1, 0],
      [16, 0, 0, 1],
      [23, ...newest],
    ],
  })
  expect(await filled('week')).toEqual({
    step_ms: 6 * hourMs,
    counted_from: 0,
    count: 28,
    shown: [
      [24, 0, 1, 0],
      [26, 0, 0, 1],
      [27, ...newest],
    ],
  })
})

test('sorts hooks, page by page, with equal ones newest first', async () => {
  const { admin, path, make, deliver } = await start()
  const titles = ['b', 'a', 'ä', 'B', '', 'c~1']
  for (const [index, title] of titles.entries()) {
    const hook = await make(title, { lastUsedAt: [5, 0, 9, 5, 0, 2 ** 41][index] })
    for (let count = 0; count < index; count++) await deliver(hook, count % 3 === 1 ? 'rejected' : 'posted')
  }
  const sorted = async (sort: string) => {
    const found: string[] = []
    let cursor = ''
    do {
      const page = await admin.getJson(`${path}?limit=2&sort=${sort}&cursor=${encodeURIComponent(cursor)}`)
      found.push(...page.hooks.map(({ display_name }: Found) => display_name))
      cursor = page.next
    } while (cursor !== '')
    return found
  }
  expect(await sorted('')).toEqual(['c~1', '', 'B', 'ä', 'a', 'b'])
  expect(await sorted('title')).toEqual(['', 'a', 'b', 'B', 'c~1', 'ä'])
  expect(await sorted('last_used')).toEqual(['c~1', 'ä', 'B', 'b', '', 'a'])
  expect(await sorted('posted')).toEqual(['c~1', '', 'B', 'ä', 'a', 'b'])
  expect(await sorted('failure_rate')).toEqual(['ä', 'c~1', 'B', '', 'a', 'b'])
})

test('filters hooks of a team by status', async () => {
  const { admin, ada, path, make, deliver } = await start('ada')
  const used = { lastUsedAt: Date.now() }
  const old = { createAt: 5, updateAt: 5, lastUsedAt: 6 }
  await make('never used')
  await make('disabled', { ...used, disabledAt: 9 })
  await make('unused', old)
  await deliver(await make('failing', used), 'rejected')
  await make('locked', { ...used, locked: true, userId: ada.id })
  const only = async (condition: string, person = admin) => {
    const { hooks, total } = await person.getJson(condition === '' ? path : `${path}?only=${condition}`)
    expect(total).toBe(hooks.length)
    return hooks.map(({ display_name }: Found) => display_name)
  }
  expect(await only('never_used')).toEqual(['never used'])
  expect(await only('disabled')).toEqual(['disabled'])
  expect(await only('unused')).toEqual(['unused'])
  expect(await only('failing')).toEqual(['failing'])
  expect(await only('unlocked')).toEqual(['failing', 'unused', 'disabled', 'never used'])
  expect(await only('', ada)).toEqual(['locked'])
  expect(await only('failing', ada)).toEqual([])
})

test('a hook is failing if at least a tenth of its deliveries of the last day were rejected, whatever came last', async () => {
  const { db, admin, path, make, deliver } = await start()
  const rejections = async (name: string, rejected: number, posted: number, fields: object = {}) => {
    const hook = await make(name, fields)
    for (let index = 0; index < rejected; index++) await deliver(hook, 'rejected')
    for (let index = 0; index < posted; index++) await deliver(hook, 'posted')
    return hook
  }
  await rejections('most of them', 21, 9)
  await rejections('a few', 4, 70, { failingSince: 5 })
  await rejections('exactly a tenth', 1, 9)
  await rejections('none', 0, 3)
  const past = await rejections('the day before', 0, 1, { failingSince: 5 })
  await deliver(past, 'rejected', { id: base32(Date.now() - dayMs - 1000, 10).padEnd(26, '0') })
  const { hooks } = await admin.getJson(path)
  const failing = hooks.filter(({ failing }: Found) => failing).map(({ display_name }: Found) => display_name)
  expect(failing).toEqual(['exactly a tenth', 'most of them'])
  const found = await admin.client.searchAllHooks({ query: { only: 'failing' } })
  expect([found.total, found.hooks.map(({ display_name }) => display_name)]).toEqual([2, failing])
  expect(await db.hook.count({ where: { failingSince: { gt: 0 } } })).toBe(2)
})

test('a failing hook has its reason', async () => {
  const { admin, path, make, deliver } = await start()
  const hook = await make('failing', { failingSince: 5, lastUsedAt: 7 })
  await deliver(hook, 'rejected', { reason: 'no_permission' })
  const delivery = await deliver(hook, 'rejected', { reason: 'unknown_user', detail: 'There is no user @x.' })
  const message = "Couldn't find the user. There is no user @x."
  const failing = { delivery, reason: 'web.incoming_webhook.user.app_error', message, status: 400 }
  const { hooks } = await admin.getJson(path)
  expect(hooks).toMatchObject([
    { id: hook, last_used_at: 7, failing_since: 5, failing, rejected_last_day: 2 },
  ])
})

test('one query returns the state of all hooks', async () => {
  const { db, admin, path, make, deliver } = await start()
  for (let count = 0; count < 5; count++)
    await deliver(await make('failing', { failingSince: 5 }), 'rejected')
  const questions = questionsTo(db)
  expect((await admin.getJson(path)).hooks).toHaveLength(5)
  expect(questions).toHaveLength(1)
})
