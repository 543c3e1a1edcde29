import { expect, test } from 'vitest'
import { password } from '../../support/constants.js'
import { openTransaction } from '../../support/open-transaction.js'
import { bearer, type Caller } from '../callers.js'
import { addUser, team } from '../start-api.js'
import { startApps } from '../start-apps.js'
import { asking, flowOf, problemOf } from './flow.js'

/** Starts an app and `carol`, who has two sessions, one of them stolen. */
async function startTheft() {
  const api = await startApps()
  const flow = flowOf(api)
  const { id } = await addUser(api.db, 'carol')
  await api.db.teamMember.create({ data: { teamId: api.teamId, userId: id } })
  const enter = async () => api.callerWith(await api.tokenOf('carol'))
  const [thief, carol] = [await enter(), await enter()]
  const app = await api.register()
  const setActive = (active: 'true' | 'false') =>
    api.admin.client.updateUserActive({ body: { user_id: id, active } })
  const changePassword = (by: Caller, new_password = 'something new') =>
    by.statusAndId('/users/newpassword', { user_id: id, current_password: password, new_password })
  const sessionOf = async ({ token }: Caller) =>
    (await api.callerWith(token).client.listSessions({ params: { user: id } })).find(one => one.is_current)
      ?.id
  return { ...api, ...flow, id, of: app, thief, carol, enter, setActive, changePassword, sessionOf }
}

type Theft = Awaited<ReturnType<typeof startTheft>>

const endings: [string, (theft: Theft) => Promise<unknown>][] = [
  ['a new password', ({ changePassword, carol }) => changePassword(carol)],
  ['a reset', ({ admin, id }) => admin.client.resetPassword({ body: { user_id: id } })],
  [
    'deactivation, even if undone',
    async ({ setActive }) => [await setActive('false'), await setActive('true')],
  ],
  [
    'the end of the session that consented',
    async ({ carol, thief, sessionOf }) =>
      carol.client.revokeSession({ body: { id: (await sessionOf(thief)) ?? '' } }),
  ],
  ['its logout', ({ thief }) => thief.post('/users/logout', {})],
]

test.for(endings)('a code that was issued before is invalid after %s', async ([, end]) => {
  const theft = await startTheft()
  const { codeFor, redeem, thief, of, db } = theft
  const code = await codeFor(thief, of)
  await end(theft)
  expect(problemOf(await redeem(of, code))).toBe('400 invalid_grant')
  expect(await db.oauthTokenFamily.count()).toBe(0)
})

test('codes of other sessions and users stay valid when one session ends', async () => {
  const { codeFor, redeem, thief, carol, reader, of } = await startTheft()
  const codes = [await codeFor(carol, of), await codeFor(reader, of)]
  await thief.post('/users/logout', {})
  for (const code of codes) expect((await redeem(of, code)).statusCode).toBe(200)
})

test('after a new password, apps ask for consent again', async () => {
  const { codeFor, thief, carol, of, changePassword, app } = await startTheft()
  await codeFor(thief, of)
  const visit = () =>
    app.inject({
      url: `/oauth/authorize?${new URLSearchParams(asking(of))}`,
      headers: bearer(carol.token).headers,
    })
  expect((await visit()).statusCode).toBe(302)
  expect(await changePassword(carol)).toBe('200')
  expect((await visit()).headers.location).toBeUndefined()
})

const underWay: [string, (theft: Theft) => Promise<string>][] = [
  ['a consent', ({ thief, of }) => thief.statusAndId('/oauth/authorize', asking(of))],
  ['a password change', ({ thief, changePassword }) => changePassword(thief, 'of the thief')],
  [
    'a login',
    async ({ logIn }) => String((await logIn({ name: team, login_id: 'carol', password })).statusCode),
  ],
]

test.for(underWay)('has no effect when session and password end meanwhile: %s', async ([, act]) => {
  const theft = await startTheft()
  const { databaseUrl, id, db } = theft
  const ending = await openTransaction(databaseUrl)
  await ending.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [id])
  const answer = act(theft)
  await ending.waiting(1)
  await ending.query('DELETE FROM sessions WHERE user_id = $1', [id])
  await ending.query("UPDATE users SET password_hash = 'another' WHERE id = $1", [id])
  await ending.commit()
  expect(await answer).toMatch(/^401/)
  const where = { userId: id }
  expect([await db.oauthCode.count(), await db.session.count({ where })]).toEqual([0, 0])
  expect((await db.user.findUniqueOrThrow({ where: { id } })).passwordHash).toBe('another')
})
