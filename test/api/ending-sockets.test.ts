import { findSession } from '@posthorn/db'
import { expect, test } from 'vitest'
import { password } from '../support/constants.js'
import { eventually } from '../support/eventually.js'
import { sessionOf } from './callers.js'
import { openListener, withToken } from './listener.js'
import { startApi, team } from './start-api.js'

const sessionEnded = 1008

/** Creates sessions of `reader`, who calls one API process and listens at another. */
async function startListening(options: Parameters<typeof startApi>[1] = {}) {
  const api = await startApi(undefined, options)
  const { url } = await api.listen()
  const { id: userId } = await api.db.user.findFirstOrThrow({ where: { username: 'reader' } })
  const listen = async (token: string) => {
    const listener = await openListener(url, withToken(token))
    await eventually(() => expect(listener.received).toHaveLength(1)) // hello
    return listener
  }
  const enter = async (device_id = '') => {
    const answer = await api.logIn({ name: team, login_id: 'reader', password, device_id })
    const token = String(answer.headers.token)
    const { closed, socket } = await listen(token)
    const session = await findSession(api.db, token, Date.now())
    return {
      id: session?.id ?? '',
      does: api.callerWith(token).post,
      closed,
      isOpen: () => socket.readyState === socket.OPEN,
    }
  }
  return { ...api, userId, listen, enter }
}

test('a socket closes with its session in every process: logout, revocation, new password, deactivation', async () => {
  const { enter, userId, callers, listen } = await startListening()
  const [first, second, third, last] = [await enter(), await enter(), await enter(), await enter()]
  const { admin } = await callers('admin')
  const bystander = await listen(admin.token)

  await first.does('/users/logout', {})
  expect(await first.closed).toBe(sessionEnded)
  await last.does('/users/revoke_session', { id: second.id })
  expect(await second.closed).toBe(sessionEnded)
  const change = { user_id: userId, current_password: password, new_password: 'something new' }
  await last.does('/users/newpassword', change)
  expect(await third.closed).toBe(sessionEnded)
  expect(last.isOpen()).toBe(true)
  await admin.post('/users/update_active', { user_id: userId, active: 'false' })
  expect(await last.closed).toBe(sessionEnded)
  expect(bystander.socket.readyState).toBe(bystander.socket.OPEN)
})

test('a device that logs in again keeps one socket', async () => {
  const { enter } = await startListening()
  const [phone, tablet] = [await enter('phone'), await enter('tablet')]
  await enter('phone')
  expect(await phone.closed).toBe(sessionEnded)
  expect(tablet.isOpen()).toBe(true)
})

test('finds sessions that ended without a message, such as expired ones', async () => {
  const { enter, db } = await startListening({ live: { checkSessionsEveryMs: 50 } })
  const [old, other] = [await enter(), await enter()]
  await db.session.update({ where: { id: old.id }, data: { expiresAt: Date.now() - 1 } })
  expect(await old.closed).toBe(sessionEnded)
  expect(other.isOpen()).toBe(true)
})

test('beyond fifty sessions of a user, the least recently used end, with their sockets', async () => {
  const { enter, db, userId } = await startListening()
  const admins = await db.user.findFirstOrThrow({ where: { username: 'admin' } })
  await sessionOf(db, admins.id)
  const [used, unused] = [await enter(), await enter()]
  const beginFour = () => Promise.all(Array.from({ length: 4 }, () => sessionOf(db, userId)))
  for (let begun = 0; begun < 48; begun += 4) await beginFour()
  await db.session.update({ where: { id: unused.id }, data: { lastActivityAt: 1 } })
  await enter()
  expect(await unused.closed).toBe(sessionEnded)
  expect(used.isOpen()).toBe(true)
  for (let begun = 0; begun < 12; begun += 4) await beginFour()
  expect(await db.session.count({ where: { userId } })).toBe(50)
  expect(await db.session.count({ where: { userId: admins.id } })).toBe(1)
})
