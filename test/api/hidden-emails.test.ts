import { saveSettings } from '@posthorn/db'
import { expect, test } from 'vitest'
import { password } from '../support/constants.js'
import { eventually } from '../support/eventually.js'
import type { Caller } from './callers.js'
import { addUser, startApi, team } from './start-api.js'

const [taken, free] = ['eve@localhost', 'nobody@localhost']
const emailTaken = '400 store.sql_user.save.email_exists.app_error'

async function start() {
  const api = await startApi()
  const eve = await addUser(api.db, 'eve')
  const bob = await addUser(api.db, 'bob')
  await api.db.teamMember.createMany({
    data: [eve, bob].map(({ id }) => ({ teamId: api.teamId, userId: id })),
  })
  const people = await api.callers('reader', 'bob', 'admin')
  const logIn = async (login_id: string) => (await api.logIn({ name: team, login_id, password })).statusCode
  return { ...api, ...people, eve, logInBy: logIn }
}

/** Returns everything that a user can see of their own address after setting one. */
async function seenBy(user: Caller & { id: string }, email: string) {
  const answers = [
    await user.post('/users/update', { id: user.id, email }),
    await user.get('/users/me'),
    await user.get(`/users/${user.id}/get`),
    await user.post('/users/ids', [user.id]),
    await user.get('/users/initial_load'),
    await user.post('/users/update_notify', { user_id: user.id, push: 'none' }),
    await user.post('/users/update', { id: user.id, email }),
  ]
  const text = answers.map(({ statusCode, body }) => `${statusCode} ${body}`).join('\n')
  const own = text.replaceAll(user.id, '<id>').replaceAll(email, '<email>')
  return own.replaceAll(/\b(reader|bob)\b/g, '<name>').replaceAll(/\d{13}/g, '<time>')
}

test('a user cannot distinguish a taken address from a free one', async () => {
  const { reader, bob } = await start()
  for (const user of [reader, bob]) await user.client.updateUser({ body: { id: user.id, nickname: 'x' } })
  const seen = await seenBy(reader, taken)
  expect(seen).toContain('<email>')
  const plain = (text: string) => text.replace(/"(teams|team_members)":.*?\]/g, '')
  expect(plain(seen).split('\n').length).toBe(7)
  expect(plain(seen)).toBe(plain(await seenBy(bob, free)))
})

test('a free address becomes the user’s, and a taken one stays with its owner', async () => {
  const { reader, bob, admin, db, eve, logInBy } = await start()
  await reader.client.updateUser({ body: { id: reader.id, email: taken } })
  await bob.client.updateUser({ body: { id: bob.id, email: free } })
  expect([await logInBy(taken), await logInBy(free), await logInBy('bob@localhost')]).toEqual([200, 200, 401])
  expect((await db.user.findUniqueOrThrow({ where: { email: taken } })).id).toBe(eve.id)
  const account = await admin.client.getAccount({ params: { user: reader.id } })
  expect(account).toMatchObject({ email: 'reader@localhost', requested_email: taken })
  const params = { params: { user: reader.id } }
  expect((await admin.client.getUser(params)).email).toBe('reader@localhost')
  await reader.client.updateUser({ body: { id: reader.id, email: 'reader@localhost' } })
  expect((await admin.client.getAccount(params)).requested_email).toBe('')
})

test('reports a taken address to administrators, and to everybody if profiles show addresses', async () => {
  const { reader, admin, db } = await start()
  const body = { id: reader.id, email: taken }
  expect(await admin.statusAndId('/users/update', body)).toBe(emailTaken)
  expect(await reader.statusAndId('/users/update', body)).toBe('200')
  await admin.client.updateUser({ body: { id: reader.id, email: 'given@localhost' } })
  expect((await reader.client.getMe()).email).toBe('given@localhost')
  await saveSettings(db, { ShowEmailAddress: true })
  await eventually(async () => expect(await reader.statusAndId('/users/update', body)).toBe(emailTaken))
})

test('limits requests for addresses, whatever their result', async () => {
  const { reader, bob } = await start()
  for (const [user, name] of [
    [reader, taken],
    [bob, free],
  ] as const) {
    const ask = (count: number) => {
      const email = count % 2 === 0 ? name : `other-${count}-${user.id}@localhost`
      return user.post('/users/update', { id: user.id, email })
    }
    const statuses = []
    for (let count = 0; count < 12; count++) statuses.push((await ask(count)).statusCode)
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429])
    expect(await user.statusAndId('/users/update', { id: user.id, nickname: 'still' })).toBe('200')
  }
})

test('signing up does not reveal taken addresses, and creates an account that its username opens', async () => {
  const { db, post, admin, eve, logIn } = await start()
  await saveSettings(db, { EnableOpenServer: true, RequireTeamNameAtLogin: false })
  const signUp = (username: string, email: string) =>
    post('/users/create', JSON.stringify({ username, email, password }))
  await eventually(async () => expect((await signUp('first', 'first@localhost')).statusCode).toBe(200))
  const [ann, ben] = [await signUp('ann', taken), await signUp('ben', free)]
  const shape = (body: string) => body.replaceAll(/"(id|username|email|mention_keys)":"[^"]*"|\d{13}/g, '')
  expect([ann.statusCode, shape(ann.body)]).toEqual([ben.statusCode, shape(ben.body)])
  expect([ann.json().email, ben.json().email]).toEqual([taken, free])
  expect((await db.user.findUniqueOrThrow({ where: { email: taken } })).id).toBe(eve.id)
  expect((await logIn({ login_id: 'ann', password })).statusCode).toBe(200)
  const account = await admin.client.getAccount({ params: { user: ann.json().id } })
  expect(account.requested_email).toBe(taken)
})

test('an app does not see an address that its user chose until an administrator has set it', async () => {
  const { reader, bob, admin, db, callerWith } = await start()
  const asApp = async (user: Caller & { id: string }) => {
    const [session] = await db.session.findMany({ where: { userId: user.id } })
    await db.session.updateMany({ where: { id: session?.id ?? '' }, data: { isOauth: true, scope: 'read' } })
    const app = callerWith(user.token)
    const seen = [await app.client.getMe(), await app.client.getUser({ params: { user: user.id } })]
    return seen.map(({ email }) => email)
  }
  await admin.postJson('/admin/save_config', { ServiceSettings: { EnableOAuthServiceProvider: true } })
  await reader.client.updateUser({ body: { id: reader.id, email: taken } })
  await bob.client.updateUser({ body: { id: bob.id, email: free } })
  expect([await asApp(reader), await asApp(bob)]).toEqual([
    ['', ''],
    ['', ''],
  ])
  await admin.client.updateUser({ body: { id: bob.id, email: free } })
  expect(await asApp(bob)).toEqual([free, free])
})
