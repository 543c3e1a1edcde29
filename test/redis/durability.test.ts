import { durabilityTrouble } from '@posthorn/queue'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { startWithOps } from '../support/processes.js'
import { startWorld } from '../support/world.js'
import { connect, startServer } from './servers.js'

const weaker = 'appendfsync is everysec and should be always'

test.each(['ingress', 'api'] as const)(
  'the %s says in /readyz and in its log what ok means, when Redis’s settings change while it runs',
  async role => {
    const { url } = await startServer()
    const redis = await connect(url)
    const { databaseUrl } = await startWorld()
    const process = await startWithOps(role, { DATABASE_URL: databaseUrl, REDIS_URL: url })
    await process.untilReady()
    const warnings = async () => (await process.readiness()).warnings
    expect(await warnings()).toEqual([])
    const isSafe = () => process.figure('posthorn_check_ok{part="redis_durability"}')
    expect(await isSafe()).toBe(1)
    await redis.config('SET', 'appendfsync', 'everysec')
    await eventually(async () =>
      expect(await warnings()).toEqual([`redis_durability: ok means less than stored: ${weaker}`]),
    )
    expect(await isSafe()).toBe(0)
    expect(process.written()).not.toContain(weaker)
    await redis.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes')
    await eventually(() => expect(process.written()).toContain(weaker))
    await redis.config('SET', 'appendfsync', 'always')
    await eventually(async () => expect(await warnings()).toEqual([]))
  },
)

test('a connection that breaks says nothing about Redis’s settings', async () => {
  const { url } = await startServer({ appendfsync: 'everysec' })
  const redis = await connect(url)
  expect(await durabilityTrouble(redis)).toContain(weaker)
  const asking = durabilityTrouble(redis)
  redis.stream.destroy()
  expect(await asking).toBeUndefined()
})

test('a user without the right to read Redis’s settings leaves them unknown', async () => {
  const redis = await connect((await startServer()).url)
  await redis.call('ACL', 'SETUSER', 'default', '-config')
  expect(await durabilityTrouble(redis)).toContain('appendfsync is unknown: CONFIG GET is refused')
})
