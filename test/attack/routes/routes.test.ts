import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startOwnRedis } from '../../support/own-redis.js'
import { startWorld } from '../../support/world.js'
import { stallAtMostMs } from './attack.js'
import { worstCallsOf } from './calls.js'
import { withoutLimit } from './limits.js'
import { serveProduct } from './product.js'
import { inWords, sweep } from './sweep.js'
import { nameOf, routes } from './table.js'

/** Serves the product's processes with this run's Postgres and a Redis of their own. */
async function start() {
  const { databaseUrl } = await startWorld({ workerLater: true })
  const { redis } = await startOwnRedis()
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-routes-'))
  const product = await serveProduct({ DATABASE_URL: databaseUrl, REDIS_URL: redis.url, FILES_DIR: folder })
  onTestFinished(async () => {
    await product.close()
    await rm(folder, { recursive: true, force: true })
  })
  return product
}

/** What parsing a mebibyte of numbers takes on a quiet machine of the usual kind. */
const usualParsingMs = 15
const numbers = JSON.stringify(Array.from({ length: 150_000 }, (_, n) => n))

/** Returns by how much this machine is slower than usual just now; at least 1. */
function slowness(): number {
  const before = process.cpuUsage()
  for (let parsed = 0; parsed < 10; parsed++) JSON.parse(numbers)
  const { user, system } = process.cpuUsage(before)
  return Math.max(1, (user + system) / 10_000 / usualParsingMs)
}

test('no call to any route holds an event loop, and every route limits unknown callers', async () => {
  const { rig, scene } = await start()
  const notableMs = stallAtMostMs * slowness()
  const { found } = await sweep(rig, scene, { routes, callsOf: worstCallsOf, notableMs })
  const long = found.filter(({ worstMs }) => worstMs > notableMs)
  expect(long.map(one => `${nameOf(one.route)}: ${inWords(one)}`)).toEqual([])
  expect(await withoutLimit(rig, scene, routes)).toEqual([])
})
