import { connectFailingFast } from '@posthorn/queue'
import { expect, onTestFinished, test } from 'vitest'
import { startOwnRedis } from '../support/own-redis.js'
import { startWorld } from '../support/world.js'

/** Returns how often Redis ran each command so far. */
async function calls(redis: ReturnType<typeof connectFailingFast>): Promise<Map<string, number>> {
  const found = (await redis.info('commandstats')).matchAll(/^cmdstat_(\w+):calls=(\d+)/gm)
  return new Map([...found].map(([, name = '', count]) => [name, Number(count)]))
}

test('uses at most six Redis scripts for a lone delivery: one stores it, and two workers ask', async () => {
  const { redis } = await startOwnRedis()
  const hookRate = { points: 1_000_000, seconds: 3600 }
  const world = await startWorld({ redisUrl: redis.url, hookRate, confirm: true })
  await world.work()
  const admin = connectFailingFast(redis.url)
  onTestFinished(() => admin.disconnect())
  for (let call = 0; call < 20; call++) await world.send({ text: 'so that all is known' })
  const before = await calls(admin)
  const deliveries = 50
  for (let call = 0; call < deliveries; call++) await world.send({ text: 'x' })
  await world.allWorked()
  const after = await calls(admin)
  const each = (name: string) => ((after.get(name) ?? 0) - (before.get(name) ?? 0)) / deliveries
  expect(each('evalsha')).toBeGreaterThan(1.9)
  expect(each('evalsha')).toBeLessThan(6.5) // locks are renewed and checked every few seconds
})
