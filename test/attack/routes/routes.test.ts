import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { percentile } from '../../bench/measure/statistics.js'
import { startOwnRedis } from '../../support/own-redis.js'
import { startWorld } from '../../support/world.js'
import { slowerAtMost } from '../judge.js'
import { type Others, openOthers } from '../programs.js'
import { stallAtMostMs } from './attack.js'
import { neighbourOf } from './hammer.js'
import { worstTo } from './hostile-bodies.js'
import { withoutLimit } from './limits.js'
import { serveProduct } from './product.js'
import type { Scene } from './scene.js'
import { inWords, sweep } from './sweep.js'
import { nameOf, routes } from './table.js'

const withinMs = 900_000
const quietSeconds = 5
/** On a busy machine, the slowest calls of a neighbour take this long without an attack, now and then. */
const usualP99Ms = 50

/** Serves the product's processes with this run's Postgres, a Redis of their own, and a neighbour. */
async function start() {
  const { databaseUrl } = await startWorld({ workerLater: true })
  const { redis } = await startOwnRedis()
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-routes-'))
  const env = { DATABASE_URL: databaseUrl, REDIS_URL: redis.url, FILES_DIR: folder }
  const product = await serveProduct(env)
  const others = openOthers()
  onTestFinished(async () => {
    others.close()
    await product.close()
    await rm(folder, { recursive: true, force: true })
  })
  return { ...product, others }
}

/** Returns the milliseconds of the neighbour's calls until `ending` has ended, in rounds of some seconds. */
async function neighbourUntil(ending: Promise<unknown>, others: Others, scene: Scene): Promise<number[]> {
  const tookMs: number[] = []
  let isOver = false
  const note = () => {
    isOver = true
  }
  ending.then(note, note)
  while (!isOver) {
    const { neighbour } = await others.measure({ kinds: [neighbourOf(scene)], seconds: quietSeconds })
    tookMs.push(...(neighbour?.tookMs ?? []))
  }
  return tookMs
}

/** What parsing a mebibyte of numbers takes on a quiet machine of the usual kind. */
const usualParsingMs = 15

/** Returns by how much this machine is slower than usual just now; at least 1. */
function slowness(): number {
  const numbers = JSON.stringify(Array.from({ length: 150_000 }, (_, n) => n))
  const before = process.cpuUsage()
  for (let parsed = 0; parsed < 10; parsed++) JSON.parse(numbers)
  const { user, system } = process.cpuUsage(before)
  return Math.max(1, (user + system) / 10_000 / usualParsingMs)
}

test(
  'no call of anybody to any route holds an event loop, and neighbours are served as before',
  async () => {
    const { rig, scene, others } = await start()
    const quiet = await others.measure({ kinds: [neighbourOf(scene)], seconds: quietSeconds })
    const sweeping = sweep(rig, scene, { routes, hostileTo: worstTo })
    const tookMs = await neighbourUntil(sweeping, others, scene)
    const slow = slowness()
    const long = (await sweeping).filter(({ worstMs }) => worstMs > stallAtMostMs * slow)
    expect(long.map(one => `${nameOf(one.route)}: ${inWords(one)}`)).toEqual([])
    const usually = Math.max(percentile(quiet.neighbour?.tookMs ?? [], 0.99), usualP99Ms * slow)
    expect(percentile(tookMs, 0.99)).toBeLessThan(slowerAtMost * usually)
  },
  withinMs,
)

test(
  'every route limits unknown callers',
  async () => {
    const { rig, scene } = await start()
    expect(await withoutLimit(rig, scene, routes)).toEqual([])
  },
  withinMs,
)
