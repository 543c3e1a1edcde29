import { cpus } from 'node:os'
import { lockPosts } from '../../bench/measure/backlog.js'
import { countedPosts, forget } from '../../bench/measure/held.js'
import type { Rig } from '../../bench/systems/rig.js'
import { startWorkers, using } from '../../bench/systems/systems.js'
import { until } from '../../support/progress.js'
import { openFarServer } from './far-server.js'
import { fill } from './fill.js'

const warmUpPerWorker = 1000
/** Ten full batches, of which a worker has two in progress. */
const callsPerWorker = 5000

/** What this many workers posted. `idle`: the share of all processors that nobody used meanwhile. */
export type WorkersRun = { workers: number; perSecond: number; batch: number; idle: number }

/** Runs workers at `roundTripMs` from Postgres, with a full queue, and measures how much they post. */
export async function runWorkers(
  rig: Rig,
  hooks: string[],
  { workers, roundTripMs }: { workers: number; roundTripMs: number },
): Promise<WorkersRun> {
  const far = await openFarServer(rig.env.DATABASE_URL, roundTripMs)
  const farRig = { ...rig, env: { ...rig.env, DATABASE_URL: far.url } }
  try {
    return await using(startWorkers(farRig, workers), async () => {
      await forget(rig.db)
      await fill(rig.env.REDIS_URL, hooks, workers * warmUpPerWorker)
      await until(workers * warmUpPerWorker, () => countedPosts(rig.db))
      return { workers, ...(await drain(rig, hooks, workers * callsPerWorker)) }
    })
  } finally {
    await far.close()
  }
}

async function drain(rig: Rig, hooks: string[], calls: number): Promise<Omit<WorkersRun, 'workers'>> {
  await forget(rig.db)
  const unlock = await lockPosts(rig)
  await fill(rig.env.REDIS_URL, hooks, calls)
  const before = idleAndAll()
  const beganAt = performance.now()
  await unlock()
  await until(calls, () => countedPosts(rig.db))
  const seconds = (performance.now() - beganAt) / 1000
  const after = idleAndAll()
  const { rows } = await rig.db.pool.query('SELECT count(DISTINCT xmin::text)::int AS batches FROM posts')
  const idle = (after.idle - before.idle) / (after.all - before.all)
  return { perSecond: Math.round(calls / seconds), batch: Math.round(calls / rows[0].batches), idle }
}

/** Milliseconds of all processors since the machine began. */
function idleAndAll() {
  const times = cpus().map(({ times }) => times)
  const idle = times.reduce((sum, each) => sum + each.idle, 0)
  const all = times.reduce((sum, each) => sum + Object.values(each).reduce((one, other) => one + other), 0)
  return { idle, all }
}
