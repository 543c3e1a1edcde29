import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { startApi } from './start-api.js'

const perHour = (points: number) => ({ points, seconds: 3600 })
const times = async (count: number, call: () => Promise<unknown>) => {
  for (let made = 0; made < count; made++) await call()
}

/** Makes a number of calls as each caller after using up their limits. */
async function startOverRate() {
  const api = await startApi(undefined, { apiRate: perHour(3) })
  const { call, callers, callerWith, tokenOf, anotherIngress } = api
  const root = callerWith(await tokenOf('admin'))
  const { reader } = await callers('reader')
  const { hookUrl, url } = await anotherIngress({ hookRate: perHour(2) })
  await times(2 + 4, () => fetch(hookUrl, { method: 'POST', body: '{"text":"x"}' }))
  await times(3 + 3, () => call('/users/me', { remoteAddress: '192.0.2.7' }))
  await times(3 + 2, () => reader.get('/users/me'))
  await times(60 + 1, () => fetch(`${url}/hooks/${'a'.repeat(26)}`, { method: 'POST', body: '{}' }))
  return { ...api, root, reader }
}

test('counts 429 responses by hook, user, and address that calls the API or tries keys', async () => {
  const { root, reader, db, redis, prefix, teamId } = await startOverRate()
  const counted = async () => {
    const [key = ''] = await redis.keys(`${prefix}:limited:*`)
    return (await redis.zrange(key, '0', '-1', 'WITHSCORES')).filter((_, at) => at % 2 === 1).map(Number)
  }
  await eventually(async () => expect(await counted()).toEqual([1, 2, 3, 4]))
  const { id, displayName } = await db.hook.findFirstOrThrow()
  expect((await root.client.listLimitedCallers()).callers).toEqual([
    { kind: 'hook', id, name: displayName, team_id: teamId, calls: 4 },
    { kind: 'address', id: '192.0.2.7', name: '', team_id: '', calls: 3 },
    { kind: 'user', id: reader.id, name: 'reader', team_id: '', calls: 2 },
    { kind: 'address', id: '127.0.0.1', name: '', team_id: '', calls: 1 },
  ])
  expect((await root.client.listLimitedCallers({ query: { limit: 1 } })).callers).toHaveLength(1)
})
