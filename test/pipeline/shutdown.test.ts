import { expect, test } from 'vitest'
import { type Role, startMain, stopMain } from '../worlds/mains.js'
import { ownRedis } from '../worlds/processes.js'
import { startWorld } from '../worlds/world.js'

const roles: Role[] = ['ingress', 'worker', 'api']
/** Less than a process's own deadline, after which it would leave with code 1. */
const withinMs = 5_000

test.each(roles)('the %s leaves with code 0 when it is asked to', async role => {
  const { databaseUrl, redisUrl } = await startWorld()
  const child = await startMain(role, { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl })
  child.stdout.resume()
  expect(await stopMain(child, withinMs)).toMatchObject({ code: 0 })
})

test.each(roles)('the %s leaves also when nobody reads its log any more', async role => {
  const { databaseUrl, redisUrl } = await startWorld()
  const child = await startMain(role, { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl })
  child.stdout.destroy()
  expect(await stopMain(child, withinMs)).toMatchObject({ code: 0 })
})

test.each(roles)('the %s leaves also when its Redis is gone', async role => {
  const { redis } = await ownRedis()
  const { databaseUrl } = await startWorld()
  const child = await startMain(role, { DATABASE_URL: databaseUrl, REDIS_URL: redis.url })
  child.stdout.resume()
  process.kill(redis.pid, 'SIGKILL')
  await redis.exited
  expect(await stopMain(child, withinMs)).toMatchObject({ code: 0 })
})
