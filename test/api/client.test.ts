import { ApiError, createClient } from '@posthorn/contract'
import { expect, test } from 'vitest'
import { password } from '../support/constants.js'
import { startApi, team } from './start-api.js'

test('the typed client makes calls by their names, and throws what is refused as the error that it is', async () => {
  const { listen, tokenOf, teamId } = await startApi()
  const { url: baseUrl } = await listen()
  const nobody = createClient({ baseUrl })
  const user = await nobody.login({ body: { name: team, login_id: 'reader', password } })
  expect(user.username).toBe('reader')

  const client = createClient({ baseUrl, token: await tokenOf('reader') })
  expect((await client.getMe()).id).toBe(user.id)
  expect((await client.getTeam({ params: { team: teamId } })).name).toBe(team)
  const refused = nobody.getMe().catch((error: unknown) => error)
  expect(await refused).toBeInstanceOf(ApiError)
  expect(await refused).toMatchObject({ status: 401, id: 'api.context.session_expired.app_error' })
})
