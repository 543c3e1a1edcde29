import { expect, test } from 'vitest'
import { password } from '../support/constants.js'
import { eventually } from '../support/eventually.js'
import { startWithOps } from '../support/processes.js'
import { startWorld } from '../support/world.js'
import { team } from './start-api.js'

test('logs a failed login with its address, and with its login_id if such an account exists', async () => {
  const world = await startWorld({ workerLater: true })
  const api = await startWithOps('api', {
    DATABASE_URL: world.databaseUrl,
    REDIS_URL: world.redisUrl,
    LOG_LEVEL: 'info',
    TRUST_PROXY: '1',
  })
  await api.untilReady()
  const mistyped = 'a password in the wrong field'
  const logIn = (login_id: string, secret: string) =>
    fetch(`${api.url}/api/v3/users/login`, {
      method: 'POST',
      headers: { 'x-forwarded-for': '192.0.2.77' },
      body: JSON.stringify({ name: team, login_id, password: secret }),
    })
  await logIn('Reader@localhost', 'a wrong guess')
  await logIn(mistyped, 'a wrong guess')
  await logIn('reader', password)
  const lines = () =>
    api
      .written()
      .split('\n')
      .filter(line => /"msg":"(failed )?login"/.test(line))
      .map(line => JSON.parse(line))
  await eventually(() => expect(lines()).toHaveLength(3))
  const address = '192.0.2.77'
  const outcome = 'wrong_password'
  const [known, unknown, success] = lines()
  expect(known).toMatchObject({ msg: 'failed login', login_id: 'Reader@localhost', address, outcome })
  expect(unknown).toMatchObject({ msg: 'failed login', address, outcome })
  expect(unknown).not.toHaveProperty('login_id')
  expect(success).toMatchObject({ msg: 'login', address, outcome: 'logged_in' })
  for (const secret of [mistyped, 'a wrong guess', password]) expect(api.written()).not.toContain(secret)
})
