import { expect, test } from 'vitest'
import { password } from '../support/constants.js'
import { bearer, statusAndId } from './callers.js'
import { startApi, team } from './start-api.js'

const refused = '415 api.context.content_type.app_error'
const asked = { name: team, login_id: 'reader', password }
const elsewhere = { origin: 'https://elsewhere.example' }
/** Lists the content types that pages can send to other sites without a preflight. */
const sentByPages: Record<string, string>[] = [
  { ...elsewhere, 'content-type': 'text/plain' },
  { ...elsewhere, 'content-type': 'application/x-www-form-urlencoded' },
  { ...elsewhere, 'content-type': 'multipart/form-data; boundary=x' },
  { ...elsewhere, 'content-type': 'text/plain; x=application/json' },
  elsewhere, // a Blob without a type
  { origin: 'null', 'content-type': 'text/plain' },
  { 'sec-fetch-site': 'cross-site', 'content-type': 'text/plain' },
]

async function start() {
  const api = await startApi()
  const send = (path: string, headers: Record<string, string>, body?: object) =>
    api.call(path, { method: 'POST', headers, ...(body && { payload: JSON.stringify(body) }) })
  return { ...api, send }
}

test('a form of another site logs nobody in, and sets no cookie', async () => {
  const { db, send } = await start()
  for (const headers of sentByPages) {
    const answer = await send('/users/login', headers, asked)
    expect([headers, statusAndId(answer), answer.cookies]).toEqual([headers, refused, []])
  }
  expect(await db.session.count()).toBe(0)
})

test('a form of another site logs nobody out: no session ends, and no cookie is taken away', async () => {
  const { send, call, tokenOf, callerWith } = await start()
  const token = await tokenOf('reader')
  const cookie = `MMAUTHTOKEN=${token}`
  for (const headers of sentByPages)
    for (const withCookie of [{}, { cookie }]) {
      const answer = await send('/users/logout', { ...headers, ...withCookie }, {})
      expect([headers, statusAndId(answer), answer.cookies]).toEqual([headers, refused, []])
    }
  const linked = await call('/general/ping', { query: { access_token: 'anything' }, headers: { cookie } })
  expect(linked.cookies).toEqual([])
  expect(await callerWith(token).statusAndId('/users/me')).toBe('200')
})

test('logging out by the cookie needs X-Requested-With, like every other write, and the error says so', async () => {
  const { send, tokenOf, callerWith } = await start()
  const token = await tokenOf('reader')
  const cookie = `MMAUTHTOKEN=${token}`
  for (const headers of [{}, { 'content-type': 'application/json' }, { ...elsewhere, 'content-type': json }])
    for (const path of ['/users/logout', '/users/update_notify', '/users/revoke_session']) {
      const answer = await send(path, { ...headers, cookie }, {})
      const { detailed_error } = answer.json()
      expect([path, statusAndId(answer), answer.cookies]).toEqual([path, noSession, []])
      expect(detailed_error).toContain('X-Requested-With: XMLHttpRequest')
    }
  expect(await callerWith(token).statusAndId('/users/me')).toBe('200')
  const own = { cookie, 'x-requested-with': 'XMLHttpRequest' }
  expect((await send('/users/logout', own)).json().user_id).toMatch(/^[a-z0-9]{26}$/)
  const again = await send('/users/logout', own) // a session that has ended
  expect([again.json(), again.cookies.length]).toEqual([{ user_id: '' }, 2])
})

const json = 'application/json'
const noSession = '401 api.context.session_expired.app_error'

const own = {
  origin: 'http://localhost',
  'sec-fetch-site': 'same-origin',
  'x-requested-with': 'XMLHttpRequest',
}

const waysOfPrograms = [
  {},
  { 'content-type': 'application/x-www-form-urlencoded' }, // curl -d
  { 'content-type': 'text/plain;charset=UTF-8', 'sec-fetch-mode': 'cors' }, // fetch of Node
  { ...own, 'content-type': 'application/json' },
  { ...own, 'content-type': 'application/json; charset=utf-8' },
]

test('programs log in and out whatever they call their JSON, and the console does from its own page', async () => {
  const { send, callerWith } = await start()
  for (const headers of waysOfPrograms) {
    const login = await send('/users/login', headers, asked)
    expect([headers, statusAndId(login)]).toEqual([headers, '200'])
    const token = String(login.headers.token)
    const credentials = 'origin' in headers ? { cookie: `MMAUTHTOKEN=${token}` } : bearer(token).headers
    const logout = await send('/users/logout', { ...headers, ...credentials })
    expect(logout.json()).toEqual({ user_id: login.json().id })
    expect(await callerWith(token).statusAndId('/users/me')).toBe('401 api.context.session_expired.app_error')
  }
})
