import { digest, saveSettings } from '@posthorn/db'
import type { LightMyRequestResponse } from 'fastify'
import { expect, test } from 'vitest'
import { password } from '../support/constants.js'
import { eventually } from '../support/eventually.js'
import { statusAndId } from './callers.js'
import { addTeam, addUser, startApi, team } from './start-api.js'

const thirtyDaysMs = 2_592_000_000

test('a login returns the user, the token in a header, and two cookies for thirty days', async () => {
  const { logIn, db } = await startApi()
  const { statusCode, headers, cookies, body } = await logIn({ name: team, login_id: 'admin', password })
  const admin = await db.user.findFirstOrThrow({ where: { username: 'admin' } })
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toMatch(/^application\/json/)
  expect(headers.token).toMatch(/^[a-z0-9]{26}$/)
  const cookie = { path: '/', maxAge: 2_592_000, sameSite: 'Lax' }
  expect(cookies).toEqual([
    { name: 'MMAUTHTOKEN', value: headers.token, httpOnly: true, ...cookie },
    { name: 'MMUSERID', value: admin.id, ...cookie },
  ])
  expect(JSON.parse(body)).toEqual({
    id: admin.id,
    create_at: Number(admin.createAt),
    update_at: Number(admin.updateAt),
    delete_at: 0,
    username: 'admin',
    auth_data: '',
    auth_service: '',
    email: 'admin@localhost',
    email_verified: true,
    nickname: '',
    first_name: '',
    last_name: '',
    position: '',
    roles: 'system_admin system_user',
    notify_props: {
      channel: 'true',
      desktop: 'all',
      desktop_sound: 'true',
      email: 'true',
      first_name: 'false',
      mention_keys: 'admin,@admin',
      push: 'mention',
    },
    locale: 'en',
  })
})

test('cookies of a login over https are Secure', async () => {
  const { post } = await startApi()
  const body = JSON.stringify({ name: team, login_id: 'admin', password })
  const { cookies } = await post('/users/login', body, { 'x-forwarded-proto': 'https' })
  expect(cookies.map(({ name, secure }) => [name, secure])).toEqual([
    ['MMAUTHTOKEN', true],
    ['MMUSERID', true],
  ])
})

test('the username and the e-mail address log in, in any case and with any content type', async () => {
  const { post } = await startApi()
  const logIn = (login_id: string, type: string) =>
    post('/users/login', JSON.stringify({ name: team, login_id, password }), { 'content-type': type })
  const answers = [
    logIn('reader', 'application/json'),
    logIn('READER', 'text/plain'),
    logIn('Reader@localhost', ''),
  ]
  expect((await Promise.all(answers)).map(statusAndId)).toEqual(['200', '200', '200'])
})

test('stores only the digest of a session’s token, with an expiry in thirty days', async () => {
  const { db, tokenOf } = await startApi()
  const token = await tokenOf('reader')
  const [session] = await db.session.findMany()
  expect(session?.tokenDigest).toEqual(digest(token))
  expect(Number(session?.expiresAt)).toBe(Number(session?.createAt) + thirtyDaysMs)
  expect(JSON.stringify(session, (_key, value) => String(value))).not.toContain(token)
})

const invalid = '400 api.context.invalid_param.app_error'
const blank = '400 api.user.login.blank_pwd.app_error'
const wrong = '401 api.user.check_user_password.invalid.app_error'
const elsewhere = '401 api.user.login.not_in_team.app_error'
const full = { name: team, login_id: 'reader', password }
const incompleteOrWrong: [body: string, answer: string][] = [
  ['', invalid],
  ['{bad', invalid],
  ['[]', invalid],
  ['null', invalid],
  [`name=${team}&login_id=reader&password=${password}`, invalid],
  [JSON.stringify({ login_id: 'reader', password }), invalid],
  [JSON.stringify({ ...full, name: '' }), invalid],
  [JSON.stringify({ ...full, name: 5 }), invalid],
  [JSON.stringify({ ...full, unknown: 5 }), invalid], // one non-string value empties the map (docs/behaviour.md, values)
  [JSON.stringify({ ...full, login_id: 'rea\0der' }), invalid],
  [JSON.stringify({ ...full, password: '' }), blank],
  [JSON.stringify({ name: team, login_id: 'reader' }), blank],
  [JSON.stringify({ ...full, password: null }), blank],
  [JSON.stringify({ name: team, password }), '400 store.sql_user.get_for_login.app_error'],
  [JSON.stringify({ ...full, password: 'wrong' }), wrong],
  [JSON.stringify({ ...full, password: `${password} ` }), wrong],
  [JSON.stringify({ ...full, name: 'nowhere', password: 'wrong' }), wrong],
  [JSON.stringify({ ...full, login_id: 'nobody' }), wrong],
  [JSON.stringify({ ...full, name: 'other-team' }), elsewhere],
  [JSON.stringify({ ...full, name: 'nowhere' }), elsewhere],
  [JSON.stringify({ ...full, unknown: 'is no matter' }), '200'],
]

test('an incomplete or wrong login gets the reason', async () => {
  const { post, db } = await startApi()
  await addTeam(db, 'other-team')
  const answers = await Promise.all(
    incompleteOrWrong.map(async ([body]) => [body, statusAndId(await post('/users/login', body))]),
  )
  expect(answers).toEqual(incompleteOrWrong)
})

const unreadable: [body: string, why: string][] = [
  ['', 'The body is empty. Send a JSON object.'],
  ['{bad', 'not valid JSON at character 2'],
  [JSON.stringify(full).slice(0, -2), 'it ends too early'],
  ['not JSON', 'The body is not valid JSON.'],
  ['login_id=reader&password=x', 'The body is a form. Send JSON.'],
  ['[]', 'Send a JSON object, not an array.'],
  ['5', 'Send a JSON object, not a number.'],
  [JSON.stringify({ ...full, password: 5 }), 'Invalid password parameter: it must be a text, not a number.'],
  [JSON.stringify({ ...full, x: true }), 'Invalid x parameter: it must be a text, not a boolean.'],
  [JSON.stringify({ ...full, login_id: 'a\0' }), 'Invalid login_id parameter: it must be text without NUL'],
]

test.each([true, false])('a login that cannot be read says why, with name required: %s', async isRequired => {
  const { post, db } = await startApi()
  await saveSettings(db, { RequireTeamNameAtLogin: isRequired })
  const id = isRequired ? 'api.context.invalid_param.app_error' : 'api.user.login.blank_pwd.app_error'
  await eventually(async () => expect((await post('/users/login', '{bad')).json().id).toBe(id))
  for (const [body, why] of unreadable) {
    const { message, ...error } = (await post('/users/login', body)).json()
    expect([body, error]).toMatchObject([
      body,
      { id, status_code: 400, detailed_error: expect.stringContaining(why) },
    ])
    expect(`${message}${error.detailed_error}`).not.toMatch(/Invalid name parameter|must not be blank/)
    expect(error.detailed_error).not.toContain(password) // it may end up in a log
  }
})

test('ldap_only is rejected for every user, because no account is in LDAP', async () => {
  const { logIn } = await startApi()
  for (const login_id of ['reader', 'nobody'])
    expect((await logIn({ ...full, login_id, ldap_only: 'true' })).json()).toMatchObject({
      id: 'store.sql_user.get_for_login.app_error',
      message: expect.stringContaining('no LDAP accounts'),
      status_code: 400,
    })
  expect(statusAndId(await logIn({ ...full, ldap_only: 'false' }))).toBe('200')
})

test('a wrong password and an unknown user get the same answer', async () => {
  const { logIn } = await startApi()
  const wrong = await logIn({ name: team, login_id: 'reader', password: 'wrong' })
  const unknown = await logIn({ name: team, login_id: 'nobody', password: 'wrong' })
  const seen = ({ statusCode, headers, body }: LightMyRequestResponse) => {
    const { request_id, ...rest } = JSON.parse(body)
    return { statusCode, headers: { ...headers, date: '', 'x-request-id': '' }, rest }
  }
  expect(seen(unknown)).toEqual(seen(wrong))
})

test('an unknown user costs as much time as a wrong password', async () => {
  const { db, logIn } = await startApi()
  await saveSettings(db, { MaximumLoginAttempts: 1000 })
  const shortestMs = { reader: Number.POSITIVE_INFINITY, nobody: Number.POSITIVE_INFINITY }
  const tryBoth = async () => {
    for (const login_id of ['reader', 'nobody'] as const) {
      const begun = performance.now()
      await logIn({ name: team, login_id, password: 'wrong' })
      shortestMs[login_id] = Math.min(shortestMs[login_id], performance.now() - begun)
    }
    return shortestMs.nobody / shortestMs.reader
  }
  for (let time = 0; time < 5; time++) await tryBoth()
  // other work on the machine only adds time, so further tries come closer to the truth
  await eventually(async () => {
    const ratio = await tryBoth()
    expect(ratio).toBeGreaterThan(0.5)
    expect(ratio).toBeLessThan(2)
  })
})

test('reports a deactivated account only after the right password', async () => {
  const { db, logIn } = await startApi()
  await addUser(db, 'dora', { deleteAt: 1 })
  const answers = [
    logIn({ name: team, login_id: 'dora', password: 'wrong' }),
    logIn({ name: team, login_id: 'dora', password }),
  ]
  expect((await Promise.all(answers)).map(statusAndId)).toEqual([
    '401 api.user.check_user_password.invalid.app_error',
    '401 api.user.login.inactive.app_error',
  ])
})

test('with RequireTeamNameAtLogin off, the team may be left out, but a given one still counts', async () => {
  const { db, logIn } = await startApi()
  await saveSettings(db, { RequireTeamNameAtLogin: false })
  await eventually(async () => expect(statusAndId(await logIn({ login_id: 'reader', password }))).toBe('200'))
  expect(statusAndId(await logIn({ name: 'nowhere', login_id: 'reader', password }))).toBe(
    '401 api.user.login.not_in_team.app_error',
  )
  expect(statusAndId(await logIn({}))).toBe('400 api.user.login.blank_pwd.app_error')
})
