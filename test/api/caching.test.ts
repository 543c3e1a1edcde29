import { expect, test } from 'vitest'
import { password } from '../support/constants.js'
import { bearer, startApi, team } from './start-api.js'

test('nobody on the way keeps what a caller was told; a caller with an ETag asks each time', async () => {
  const { call, by, logIn, tokenOf, teamId, channelNamed } = await startApi()
  const { id: channel_id } = await channelNamed('builds')
  const admin = bearer(await tokenOf('admin'))
  const make = by(await tokenOf('admin'))
  const made = await make(`/teams/${teamId}/hooks/incoming/create`, { channel_id })
  const told = [
    await logIn({ name: team, login_id: 'reader', password }),
    await logIn({ name: team, login_id: 'reader', password: 'wrong' }),
    made,
    await make(`/teams/${teamId}/hooks/incoming/regen`, { id: made.json().id }),
    await call('/teams/all', admin),
    await call('/users/me'),
    await call('/nope'),
  ]
  expect(told.map(({ statusCode }) => statusCode)).toEqual([200, 401, 200, 200, 200, 401, 404])
  for (const { headers } of told) expect(headers['cache-control']).toBe('no-store')

  const me = await call('/users/me', admin)
  const known = { headers: { ...admin.headers, 'if-none-match': String(me.headers.etag) } }
  const again = await call('/users/me', known)
  expect([me.statusCode, again.statusCode]).toEqual([200, 304])
  for (const { headers } of [me, again]) expect(headers['cache-control']).toBe('private, no-cache')
})
