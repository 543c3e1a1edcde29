import { expect, test } from 'vitest'
import { password } from '../support/constants.js'
import { eventually } from '../support/eventually.js'
import { fillTo, fillToTheBrim, limitMemory, startRedisToFill } from '../support/full-redis.js'
import { calling } from '../support/slack.js'
import { bearer, statusAndId } from './callers.js'
import { startApi, team } from './start-api.js'

/** How full Redis is: beyond the guard, at which nothing more is stored for callers, or to the last byte. */
const fillings = { 'at 85 %': 0.85, full: 1 }

async function startFilled(share: number, options: Parameters<typeof startApi>[1] = {}) {
  const { admin, redisUrl } = await startRedisToFill()
  const api = await startApi(undefined, { redisUrl, ...options })
  const fill = async () => {
    const most = await limitMemory(admin, 8)
    await (share < 1 ? fillTo(admin, share, most) : fillToTheBrim(admin))
  }
  return { ...api, admin, fill }
}

test.each(Object.entries(fillings))(
  'people log in, and guesses count, while Redis is %s',
  async (_, share) => {
    const { fill, post } = await startFilled(share)
    const logIn = async (login_id: string, guess: string) =>
      statusAndId(await post('/users/login', JSON.stringify({ name: team, login_id, password: guess })))
    await fill()
    expect(await logIn('reader', password)).toBe('200')
    for (let time = 0; time < 10; time++)
      expect(await logIn('nobody', 'wrong')).toBe('401 api.user.check_user_password.invalid.app_error')
    expect(await logIn('nobody', 'wrong')).toBe('401 api.user.check_user_login_attempts.too_many.app_error')
  },
)

test.each(Object.entries(fillings))('calls are limited while Redis is %s', async (_, share) => {
  const { fill, call, tokenOf } = await startFilled(share, { apiRate: { points: 3, seconds: 3600 } })
  const session = bearer(await tokenOf('reader'))
  await fill()
  const statuses = []
  for (let time = 0; time < 5; time++) statuses.push((await call('/users/me', session)).statusCode)
  expect(statuses).toEqual([200, 200, 200, 429, 429])
})

test('beyond the guard, callers store nothing that lasts, and deliveries wait for room', async () => {
  const { fill, callers, db, teamId, app, hookUrl, redis, prefix, tokenOf } = await startFilled(0.85)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const { admin } = await callers('admin')
  const { id } = await db.hook.findFirstOrThrow()
  await fill()
  const hook = `/teams/${teamId}/hooks/incoming/${id}/deliveries`
  const send = (body: object, headers = {}) =>
    fetch(hookUrl, { method: 'POST', body: JSON.stringify(body), headers })
  await eventually(async () => expect((await send({ text: 'x' })).status).toBe(503))
  expect((await send({ text: 'x' }, { 'idempotency-key': 'one' })).status).toBe(503)
  expect((await send({ state: 'for a template' })).status).toBe(400)
  const ticket = { filename: 'a.txt', length: 1 }
  expect(await calling({ url })('files.getUploadURLExternal', ticket)).toMatchObject({ status: 503 })
  expect(await admin.statusAndId(`${hook}/replay`, {})).toMatch(/^503 /)
  expect(await admin.statusAndId(`${hook}/erase`, { posts: false, hook: id })).toMatch(/^503 /)
  await eventually(async () => expect(await redis.keys(`${prefix}:refused:${id}:last`)).toHaveLength(1))
  const stored = await redis.keys(`${prefix}:*`)
  const lasting = /^(upload|idempotency|replay|chores):|:samples$/
  expect(stored.filter(key => lasting.test(key.slice(prefix.length + 1)))).toEqual([])
  expect(await tokenOf('reader')).not.toContain('error')
})
