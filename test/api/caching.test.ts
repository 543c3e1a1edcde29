import { expect, test } from 'vitest'
import { password } from '../support/constants.js'
import { startApi, team } from './start-api.js'

test('no cache stores a caller’s answers, and a caller with an ETag always revalidates', async () => {
  const { call, logIn, teamId, channelNamed, callers } = await startApi()
  const [{ admin }, { id }] = await Promise.all([callers('admin'), channelNamed('builds')])
  const made = await admin.post(`/teams/${teamId}/hooks/incoming/create`, { channel_id: id })
  const answers = [
    await logIn({ name: team, login_id: 'reader', password }),
    await logIn({ name: team, login_id: 'reader', password: 'wrong' }),
    made,
    await admin.post(`/teams/${teamId}/hooks/incoming/regen`, { id: made.json().id }),
    await admin.get('/teams/all'),
    await call('/users/me'),
    await call('/nope'),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 401, 200, 200, 200, 401, 404])
  for (const { headers } of answers) expect(headers['cache-control']).toBe('no-store')
  const me = await admin.get('/users/me')
  const again = await admin.get('/users/me', { 'if-none-match': String(me.headers.etag) })
  expect([me.statusCode, again.statusCode]).toEqual([200, 304])
  for (const { headers } of [me, again]) expect(headers['cache-control']).toBe('private, no-cache')
})
