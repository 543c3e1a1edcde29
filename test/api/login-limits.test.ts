import { saveSettings } from '@posthorn/db'
import { openLoginAttempts } from '@posthorn/queue'
import { expect, test, vi } from 'vitest'
import { password } from '../support/constants.js'
import { eventually } from '../support/eventually.js'
import { startOwnRedis } from '../support/own-redis.js'
import { bearer, statusAndId } from './callers.js'
import { addUser, startApi, team } from './start-api.js'

const wrong = '401 api.user.check_user_password.invalid.app_error'
const tooMany = '401 api.user.check_user_login_attempts.too_many.app_error'
const busy = '503 api.user.login.busy.app_error'
const closed = '503 api.user.login.unavailable.app_error'

/** Allows for guesses that each need tens of milliseconds of CPU on a busy machine. */
vi.setConfig({ testTimeout: 120_000 })

const from = (address: string) => ({ 'x-forwarded-for': address })

async function startLogin(options?: Parameters<typeof startApi>[1]) {
  const api = await startApi(undefined, options)
  /** Returns the status and id of a login, with the right password by default. */
  const tryAs = async (login_id: string, guess = password, address = '192.0.2.1') =>
    statusAndId(
      await api.post(
        '/users/login',
        JSON.stringify({ name: team, login_id, password: guess }),
        from(address),
      ),
    )
  return { ...api, tryAs }
}

test('after ten wrong passwords, even the right one is rejected there, whether or not the account exists', async () => {
  const { tryAs } = await startLogin()
  for (const name of ['reader', 'nobody']) {
    const guesses = Array.from({ length: 12 }, () => tryAs(name, 'wrong'))
    const answers = (await Promise.all(guesses)).toSorted()
    expect(answers).toEqual([...Array(10).fill(wrong), ...Array(2).fill(tooMany)].toSorted())
    expect(await tryAs(name)).toBe(tooMany)
    expect(await tryAs(name.toUpperCase())).toBe(tooMany)
  }
  expect(await tryAs('reader', password, '192.0.2.2')).toBe('200')
  expect(await tryAs('admin')).toBe('200')
})

test('username, e-mail address and id share one count, and so do addresses of an IPv6 network', async () => {
  const { db, post, tryAs } = await startLogin()
  const { id } = await db.user.findFirstOrThrow({ where: { username: 'reader' } })
  const [here, nextDoor, elsewhere] = ['2001:db8:0:7::1', '2001:db8:0:7:ffff::2', '2001:db8:0:8::1']
  const byId = async (guess: string, address: string) => {
    const body = JSON.stringify({ name: team, id, password: guess })
    return statusAndId(await post('/users/login', body, from(address)))
  }
  for (let round = 0; round < 3; round++) {
    expect(await tryAs('Reader', 'wrong', here)).toBe(wrong)
    expect(await tryAs('reader@localhost', 'wrong', nextDoor)).toBe(wrong)
    expect(await byId('wrong', here)).toBe(wrong)
  }
  expect(await byId('wrong', nextDoor)).toBe(wrong)
  expect(await byId(password, here)).toBe(tooMany)
  for (const name of ['reader', 'READER@localhost'])
    expect(await tryAs(name, password, nextDoor)).toBe(tooMany)
  expect(await byId(password, elsewhere)).toBe('200')
})

test('continued attempts after the limit lock out nobody else, and no other account', async () => {
  const { tryAs, world } = await startLogin()
  const answers = await Promise.all(Array.from({ length: 60 }, () => tryAs('reader', 'wrong')))
  expect(answers.filter(answer => answer === wrong)).toHaveLength(10)
  const attempts = openLoginAttempts(world.redis, world.prefix)
  const again = { account: { loginId: 'nobody' }, address: '192.0.2.1' }
  for (let time = 0; time < 500; time++) await attempts.begin(again, 10)
  expect(await tryAs('admin')).toBe('200')
  expect(await tryAs('nobody', 'wrong', '192.0.2.2')).toBe(wrong)
})

/** Guesses the reader's password from many addresses, up to each address's limit. */
async function attack({ db, world }: Awaited<ReturnType<typeof startLogin>>, addresses: number) {
  const { id: userId } = await db.user.findFirstOrThrow({ where: { username: 'reader' } })
  const attempts = openLoginAttempts(world.redis, world.prefix)
  const from = async (_: unknown, index: number) => {
    let guesses = 0
    const attempt = { account: { userId }, address: `198.51.${index >> 8}.${index & 255}` }
    while ((await attempts.begin(attempt, 10)) === 'counted') guesses++
    return guesses
  }
  const guesses: number[] = []
  for (let index = 0; index < addresses; index++) guesses.push(await from(undefined, index))
  return guesses
}

test('slows down guesses from many addresses, and the owner logs in from anywhere at the first try', async () => {
  const api = await startLogin()
  const { tryAs } = api
  const usual = '192.0.2.9'
  expect(await tryAs('reader', password, usual)).toBe('200')
  expect(await attack(api, 15)).toEqual([...Array(10).fill(10), ...Array(5).fill(1)])
  expect(await tryAs('reader', password, '203.0.113.1')).toBe('200')
  expect(await tryAs('reader', 'wrong', '203.0.113.2')).toBe(wrong)
  expect(await tryAs('reader', password, '203.0.113.2')).toBe(tooMany)
  for (let time = 0; time < 9; time++) expect(await tryAs('reader', 'wrong', usual)).toBe(wrong)
  expect(await tryAs('reader', password, usual)).toBe('200')
  expect(await tryAs('admin', 'wrong', '203.0.113.2')).toBe(wrong)
  expect(await tryAs('admin', password, '203.0.113.2')).toBe('200')
})

test('after a thousand failures, an account opens only from its owner’s known addresses', async () => {
  const api = await startLogin()
  const { tryAs } = api
  const usual = '192.0.2.9'
  expect(await tryAs('reader', password, usual)).toBe('200')
  const guesses = await attack(api, 1100)
  expect(guesses.reduce((sum, each) => sum + each, 0)).toBe(1000)
  expect(await tryAs('reader', password, '203.0.113.1')).toBe(tooMany)
  expect(await tryAs('reader', password, usual)).toBe('200')
  expect(await tryAs('admin', password, '203.0.113.1')).toBe('200')
})

test('forgets failures after 15 minutes', async () => {
  const { tryAs, world } = await startLogin()
  await Promise.all(Array.from({ length: 11 }, () => tryAs('reader', 'wrong')))
  expect(await tryAs('reader')).toBe(tooMany)
  for (const key of await world.redis.keys(`${world.prefix}:limit:login-*`)) {
    const left = await world.redis.pttl(key)
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThanOrEqual(15 * 60_000)
    await world.redis.pexpire(key, 1)
  }
  await eventually(async () => expect(await tryAs('reader')).toBe('200'))
})

test('the right password clears earlier failures, and many concurrent right ones all succeed', async () => {
  const { tryAs } = await startLogin()
  for (let round = 0; round < 2; round++) {
    await Promise.all(Array.from({ length: 9 }, () => tryAs('reader', 'wrong')))
    expect(await tryAs('reader')).toBe('200')
  }
  const logins = Array.from({ length: 25 }, () => tryAs('reader'))
  expect(new Set(await Promise.all(logins))).toEqual(new Set(['200']))
})

test('rejects an address with a hundred failures for every account, and no other address', async () => {
  const { tryAs, world } = await startLogin()
  const attempts = openLoginAttempts(world.redis, world.prefix)
  const [address, elsewhere] = ['192.0.2.9', '192.0.2.8']
  const fail = (_: unknown, index: number) =>
    attempts.begin({ account: { loginId: `n${index}` }, address }, 10)
  expect(new Set(await Promise.all(Array.from({ length: 100 }, fail)))).toEqual(new Set(['counted']))
  expect(await tryAs('reader', password, address)).toBe(tooMany)
  expect(await tryAs('reader', password, elsewhere)).toBe('200')
})

test('rejects logins beyond the waiting limit with a retry time, and serves all others', async () => {
  const { post } = await startLogin()
  const asked = JSON.stringify({ name: team, login_id: 'reader', password: 'wrong' })
  const answers = await Promise.all(Array.from({ length: 150 }, () => post('/users/login', asked)))
  const turnedAway = answers.filter(({ statusCode }) => statusCode === 503)
  expect(turnedAway.length).toBeGreaterThan(20)
  for (const answer of turnedAway)
    expect([statusAndId(answer), answer.headers['retry-after']]).toEqual([busy, '1'])
  const judged = answers.filter(({ statusCode }) => statusCode !== 503)
  expect(judged.map(statusAndId).filter(answer => answer === wrong)).toHaveLength(10)
})

test('a setting limits wrong passwords', async () => {
  const { tryAs, db } = await startLogin()
  await saveSettings(db, { MaximumLoginAttempts: 1 })
  let tries = 0
  await eventually(async () => {
    const nobody = `nobody${tries++}`
    expect(await tryAs(nobody, 'wrong')).toBe(wrong)
    expect(await tryAs(nobody, 'wrong')).toBe(tooMany)
  })
  expect(await tryAs('reader', 'wrong')).toBe(wrong)
  expect(await tryAs('reader')).toBe(tooMany)
})

test('wrong current passwords in a password change count as failures, too', async () => {
  const { tryAs, db, callers } = await startLogin()
  const { reader } = await callers('reader')
  const { id } = await db.user.findFirstOrThrow({ where: { username: 'reader' } })
  const body = { user_id: id, current_password: 'wrong', new_password: 'another one' }
  for (let time = 0; time < 10; time++)
    expect(await reader.statusAndId('/users/newpassword', body)).toBe(
      '400 api.user.update_password.incorrect.app_error',
    )
  expect(await reader.statusAndId('/users/newpassword', { ...body, current_password: password })).toBe(
    tooMany,
  )
  expect(await tryAs('reader', password, '127.0.0.1')).toBe(tooMany) // the address that the calls come from
  expect(await tryAs('reader')).toBe('200')
})

test('nobody can log in to an account without a password', async () => {
  const { tryAs, db } = await startLogin()
  await addUser(db, 'nopassword', { passwordHash: '' })
  expect(await tryAs('nopassword', 'anything')).toBe(wrong)
})

test('during a Redis outage nobody can log in, and everything else works without limits', async () => {
  const { redis, again } = await startOwnRedis()
  const { tryAs, call, post, tokenOf } = await startLogin({
    redisUrl: redis.url,
    apiRate: { points: 3, seconds: 60 },
  })
  const headers = bearer(await tokenOf('reader'))
  await redis.stop()
  await eventually(async () => expect(await tryAs('reader')).toBe(closed))
  const away = await post('/users/login', '{"name":"t","login_id":"x","password":"x"}')
  expect(away.headers['retry-after']).toBe('1')
  for (let time = 0; time < 5; time++) {
    const me = await call('/users/me', headers)
    expect([me.statusCode, me.headers['x-ratelimit-limit']]).toEqual([200, undefined])
  }
  await again()
  await eventually(async () => expect(await tryAs('reader')).toBe('200'))
})
