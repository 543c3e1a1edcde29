import { type AuditEntryObject, type Call, calls } from '@posthorn/contract'
import { timeOf } from '@posthorn/core'
import type { Db } from '@posthorn/db'
import type { LightMyRequestResponse } from 'fastify'
import { expect, test } from 'vitest'
import { password } from '../support/constants.js'
import { callOf, makeCall } from './rights/make-call.js'
import type { Row } from './rights/row.js'
import { rows } from './rights/rows.js'
import { setStage } from './rights/scene.js'
import { startApi } from './start-api.js'

const definitions = new Map<string, Call>(
  Object.values(calls).map(call => {
    const [method = '', path = ''] = call.route.split(' ')
    return [callOf({ method, url: `/api/v3${path}` }), call]
  }),
)

/** Matches the writes without an audit entry: memberships of channels, posts, preferences and the steps of an import. */
const notAudited =
  /^POST \/(admin\/imports\/(check|files\/check|posts)|preferences\/.*|teams\/\{team\}\/(channels\/(create_direct|update_notify_props|name\/\{name\}\/join|\{channel\}\/(add|join|leave|remove|posts\/.*))))$/

const writes = rows.filter(({ call, answers, settings }) => {
  const isWrite = call.startsWith('POST ') && definitions.get(call)?.scope !== 'read'
  return isWrite && answers.root === '200' && !settings && !notAudited.test(call)
})

/** Returns what is wrong with a call's audit entry, or nothing. */
async function mistakeIn(db: Db, row: Row, answer: LightMyRequestResponse): Promise<string[]> {
  const entry = await db.auditEntry.findFirst({
    where: { requestId: String(answer.headers['x-request-id']) },
  })
  const isNamed = entry && (entry.targetId !== '' || entry.targetType === 'settings')
  const isWhole = isNamed && entry.isDone && entry.userId !== ''
  const isRight = isWhole && entry.action === definitions.get(row.call)?.operationId
  return isRight ? [] : [`${row.call} ${row.where ?? ''}`]
}

test('every call that changes something is recorded with its user and target, and without secrets', async () => {
  const stage = await setStage()
  const [mistakes, secrets]: [string[], string[]] = [[], [password]]
  for (const row of writes) {
    const { answer } = await makeCall(stage, row, 'root')
    mistakes.push(...(await mistakeIn(stage.db, row, answer)))
    secrets.push(...secretsIn(answer))
  }
  expect(mistakes).toEqual([])
  expect(writes.length).toBeGreaterThan(30)
  const stored = JSON.stringify(
    await stage.db.$queryRaw`SELECT audit_entries::text AS row FROM audit_entries`,
  )
  expect(secrets.length).toBeGreaterThan(6)
  expect(secrets.filter(secret => stored.includes(secret))).toEqual([])
})

/** Returns the tokens, keys, client secrets and codes in a response. */
function secretsIn({ headers, body }: LightMyRequestResponse): string[] {
  const found = [
    ...body.matchAll(/"(?:client_secret|password|secret)":"([^"]+)"|\/hooks\/(\w{26})"|code=(\w+)/g),
  ].flatMap(found => found.slice(1))
  return [...found, headers.token].filter(secret => typeof secret === 'string' && secret !== '') as string[]
}

async function start() {
  const api = await startApi()
  const { admin, reader } = await api.callers('admin', 'reader')
  const list = async (query = ''): Promise<AuditEntryObject[]> => {
    const { entries } = await admin.getJson(`/admin/audit?${query}`)
    return entries
  }
  const channel = await api.db.channel.findFirstOrThrow({ where: { name: 'town-square' } })
  const hooks = `/teams/${api.teamId}/hooks/incoming`
  const newHook = (display_name: string) =>
    admin.postJson(`${hooks}/create`, { channel_id: channel.id, display_name })
  return { ...api, admin, reader, list, hooks, channel, newHook }
}

test('an entry has user, address, target and only the differences; a rejected call leaves none', async () => {
  const { admin, reader, list, hooks, channel, newHook } = await start()
  const hook = await newHook('Before')
  const change = { id: hook.id, channel_id: channel.id, display_name: 'Afterwards' }
  await admin.postJson(`${hooks}/update`, change)
  expect((await reader.post(`${hooks}/update`, change)).statusCode).toBe(403)
  const [changed, made] = await list()
  expect(changed).toMatchObject({
    ...{ action: 'updateHook', done: true, address: '127.0.0.1' },
    user: { username: 'admin' },
    target: { type: 'hook', id: hook.id, name: 'Afterwards' },
  })
  const [before, after] = [{ display_name: 'Before' }, { display_name: 'Afterwards' }]
  expect([changed?.before, changed?.after]).toEqual([before, after])
  expect(made).toMatchObject({ action: 'createHook', before: null, after: before })
})

test('saving settings records only the changed ones, with their values', async () => {
  const { admin, list } = await start()
  await admin.postJson('/admin/save_config', { TeamSettings: { MaxUsersPerTeam: 51, MaxTeamsPerUser: 20 } })
  const [saved] = await list()
  expect(saved?.target).toMatchObject({ type: 'settings', name: 'MaxUsersPerTeam' })
  expect([saved?.before, saved?.after]).toEqual([{ MaxUsersPerTeam: 50 }, { MaxUsersPerTeam: 51 }])
})

test('a change with an unknown result has its entry, too', async () => {
  const { admin, list, db } = await start()
  await db.$executeRaw`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''full''; END'`
  await db.$executeRaw`CREATE TRIGGER fail BEFORE INSERT ON settings FOR EACH ROW EXECUTE FUNCTION fail()`
  const answer = await admin.post('/admin/save_config', { TeamSettings: { MaxUsersPerTeam: 51 } })
  expect(answer.statusCode).toBe(500)
  expect(await list('action=saveConfig')).toMatchObject([{ action: 'saveConfig', done: false }])
})

test('gives each entry the time in its ID, by which entries are filtered', async () => {
  const { db, newHook } = await start()
  for (let count = 0; count < 100; count++) await newHook(`hook ${count}`)
  const entries = await db.auditEntry.findMany({ where: { action: 'createHook' } })
  expect(entries).toHaveLength(100)
  expect(entries.filter(({ id, createAt }) => timeOf(id) !== Number(createAt))).toEqual([])
})

test('finds entries by user, action, target and time, page by page', async () => {
  const { admin, list, newHook, logIn } = await start()
  const made = []
  for (const name of ['one', 'two', 'three']) made.push(await newHook(name))
  await logIn({ name: 'first-team', login_id: 'reader', password })
  const names = (entries: AuditEntryObject[]) => entries.map(({ target }) => target.name)
  expect(names(await list('action=createHook'))).toEqual(['three', 'two', 'one'])
  expect(names(await list('user=reader&target=user'))).toEqual(['reader'])
  expect(await list('user=nobody')).toEqual([])
  expect(names(await list(`target=hook&target_id=${made[1].id}`))).toEqual(['two'])
  const [newest] = await list('action=createHook')
  const at = newest?.create_at ?? 0
  expect(names(await list(`action=createHook&from=${at}`))).toContain('three')
  expect(await list(`to=${at - 60_000}`)).toEqual([])
  const first = await admin.getJson('/admin/audit?action=createHook&limit=2')
  const second = await admin.getJson(`/admin/audit?action=createHook&limit=2&cursor=${first.next}`)
  expect([names(first.entries), names(second.entries), second.next]).toEqual([['three', 'two'], ['one'], ''])
})

test('exports entries as CSV without formulas, and as JSON lines', async () => {
  const { admin, list, newHook } = await start()
  await newHook('=1+1, "two"')
  const csv = await admin.get('/admin/audit/export?action=createHook')
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(csv.headers['content-disposition']).toMatch(/^attachment; filename="audit-[\d-]+\.csv"$/)
  const [head, line, ...rest] = csv.body.split('\r\n')
  expect(head).toMatch(/^"time","user"/)
  expect(line).toContain(`"'=1+1, ""two"""`)
  expect(rest).toEqual([''])
  const lines = (await admin.get('/admin/audit/export?format=jsonl&action=createHook')).body
    .trim()
    .split('\n')
  const [listed] = await list('action=createHook')
  const { place, ...target } = listed?.target ?? {}
  expect(place).toMatchObject({ team: 'first-team' }) // where the console leads this caller; an export has no links
  expect(lines.map(text => JSON.parse(text))).toEqual([{ ...listed, target }])
})

test('users see their own logins and changes, the latest twenty', async () => {
  const { reader, newHook, logIn } = await start()
  await newHook('of somebody else')
  await logIn({ name: 'first-team', login_id: 'reader', password })
  await reader.postJson('/users/update', { id: reader.id, nickname: 'R' })
  const audits = await reader.getJson(`/users/${reader.id}/audits`)
  const common = { user_id: reader.id, ip_address: '127.0.0.1', session_id: '' }
  expect(audits).toMatchObject([
    { ...common, action: 'updateUser', extra_info: `user ${reader.id}` },
    { ...common, action: 'login', extra_info: expect.stringMatching(/^\w+ \w{26}$/) },
  ])
  for (let index = 0; index < 20; index++)
    await reader.postJson('/users/update', { id: reader.id, nickname: `R${index}` })
  expect(await reader.getJson(`/users/${reader.id}/audits`)).toHaveLength(20)
})
