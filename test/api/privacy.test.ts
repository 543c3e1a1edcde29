import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { openTransaction } from '../support/open-transaction.js'
import { statusAndId } from './callers.js'
import { personal, startPerson } from './privacy/person.js'
import { keysWith, tablesWith } from './privacy/stored.js'

type Line = { kind: string; data: Record<string, unknown> }
const linesOf = (body: string): Line[] =>
  body
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))

const exportedKinds = [
  ...['users', 'preferences', 'sessions', 'team_members', 'channel_members', 'hooks', 'oauth_apps', 'posts'],
  ...['deliveries', 'audit_entries', 'login_addresses', 'progress', 'end'],
]

test('exports everything about a user to the user, once at a time, without secrets', async () => {
  const { person, personId, hook } = await startPerson()
  const answer = await person.get(`/users/${personId}/export`)
  expect(answer.headers['content-disposition']).toBe('attachment; filename="user-zelinda.jsonl"')
  const lines = linesOf(answer.body)
  expect([...new Set(lines.map(({ kind }) => kind))]).toEqual(expect.arrayContaining(exportedKinds))
  expect(lines.at(-1)).toEqual({ kind: 'end', data: { lines: lines.length - 1 } })
  const messages = lines.flatMap(({ kind, data }) => (kind === 'posts' ? [data.message] : []))
  expect(messages).toContain('her own words, which nobody answered') // the version before the edit
  expect(messages).toContain('her own words, again')
  expect(messages).not.toContain('an answer')
  for (const secret of ['password_hash', 'token_digest', 'digest', person.token, hook.url.split('/').at(-1)])
    expect(answer.body).not.toContain(secret)
})

test('limits exports of one caller', async () => {
  const { person, personId, admin } = await startPerson()
  const both = await Promise.all([1, 2].map(() => person.get(`/users/${personId}/export`)))
  expect(both.map(statusAndId).toSorted()).toEqual(['200', '429 api.export.running.app_error'])
  for (let exported = 1; exported < 10; exported++)
    expect((await person.get(`/users/${personId}/export`)).statusCode).toBe(200)
  expect((await person.get(`/users/${personId}/export`)).body).toBe('limit exceeded')
  expect((await admin.get(`/users/${personId}/export`)).statusCode).toBe(200)
})

test('erases a deactivated user without a trace, and leaves what belongs to others', async () => {
  const { db, redis, prefix, admin, deactivate, erase, finished, root, reply, personId, world } =
    await startPerson()
  const before = ['audit_entries', 'deliveries', 'posts', 'preferences', 'teams', 'users']
  expect(await tablesWith(db, personal)).toEqual(before)
  await deactivate()
  await finished((await erase({ delete_owned: true, webhook_posts: 'delete' })).json().erasure)
  expect(await tablesWith(db, personal)).toEqual([])
  expect(await keysWith(redis, prefix, personal)).toEqual([])
  expect(await world.messages()).toEqual(expect.arrayContaining(['This post was erased.', 'an answer']))
  expect(await world.messages()).not.toContain('a build passed')
  expect((await db.post.findUniqueOrThrow({ where: { id: reply.id } })).rootId).toBe(root.id)
  expect(await db.auditEntry.count({ where: { userId: personId } })).toBeGreaterThan(0)
  const [entry] = (await admin.getJson('/admin/audit?action=eraseUser')).entries
  expect(entry).toMatchObject({ done: true, target: { type: 'user', id: personId, name: '' } })
  expect(statusAndId(await erase())).toBe('404 store.sql_user.missing_account.const')
})

test('erases the timestamps of erased posts, and keeps that of an emptied root', async () => {
  const { db, deactivate, erase, finished, root, personId } = await startPerson()
  const posts = await db.post.findMany({ where: { userId: personId }, select: { id: true, channelId: true } })
  const rows = posts.map(({ id, channelId }, micros) => ({ channelId, micros, postId: id }))
  await db.postTimestamp.createMany({ data: rows })
  await deactivate()
  await finished((await erase({ delete_owned: true, webhook_posts: 'delete' })).json().erasure)
  expect((await db.postTimestamp.findMany()).map(({ postId }) => postId)).toEqual([root.id])
})

test('erases only a deactivated user who owns nothing, after a confirmation', async () => {
  const { deactivate, erase } = await startPerson()
  expect(statusAndId(await erase())).toBe('409 api.user.erase.active.app_error')
  await deactivate()
  expect(statusAndId(await erase({ username: 'zelda' }))).toBe('400 api.user.erase.username.app_error')
  const owning = await erase()
  expect(statusAndId(owning)).toBe('409 api.user.erase.owner.app_error')
  expect(owning.json().detailed_error).toMatch(/webhook .*application An app/)
})

test('keeps what a transferred webhook posted, under its new owner', async () => {
  const { db, deactivate, erase, finished, hook, personId, other, world } = await startPerson()
  await db.hook.update({ where: { id: hook.id }, data: { userId: other.id } })
  await db.oauthApp.deleteMany({ where: { creatorId: personId } })
  await deactivate()
  await finished((await erase()).json().erasure)
  const build = (await world.posts()).find(({ message }) => message === 'a build passed')
  expect(build).toMatchObject({ userId: other.id })
  const [sent] = await db.delivery.findMany({ where: { restrictedTo: personId } })
  expect(sent).toMatchObject({ payload: '', outcome: 'posted' }) // a person wrote it, not a program
})

test('stops when the user is activated again', async () => {
  const { db, databaseUrl, admin, deactivate, erase, personId } = await startPerson()
  await deactivate()
  const blocking = await openTransaction(databaseUrl)
  await blocking.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [personId])
  const { erasure } = (await erase({ delete_owned: true })).json()
  await blocking.waiting(1)
  await blocking.query('UPDATE users SET delete_at = 0 WHERE id = $1', [personId])
  await blocking.commit()
  const progress = () => admin.getJson(`/admin/erasures/${erasure}`)
  await eventually(async () => expect(await progress()).toMatchObject({ status: 'stopped', step: 'account' }))
  expect(await db.user.findUnique({ where: { id: personId } })).not.toBeNull()
})
