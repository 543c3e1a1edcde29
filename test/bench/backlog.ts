import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { body } from './load.js'
import type { Program } from './processes.js'
import { assertPosted, forget, posted, type Rig } from './rig.js'

const calls = 200_000
const warmUpCalls = 60_000
const settleMs = 3_000
const looks = 10

export type Backlog = {
  /** One worker's, once it is under way. */
  postsPerSecond: number
  /** Bytes beyond those when nothing waited. */
  ingressGrowth: number
  workerGrowth: number
  /** Bytes in Redis for a byte of payload. */
  bytesPerByte: number
  deliveriesPerBatch: number
}

/**
 * Lets 200,000 deliveries wait, which a table locked against writing makes them do, and then one worker post them.
 * Before, some are posted, so that both processes have their code and buffers.
 */
export async function measureBacklog(rig: Rig, run: string): Promise<Backlog> {
  await forget(rig.db)
  const [ingress, worker] = await Promise.all([rig.ingress('off'), rig.worker()])
  try {
    await rig.send(ingress.url, warmUpCalls, `${run}-warm`)
    await assertPosted(rig.db, `${run}-warm`, warmUpCalls, 0)
    const measure = async () => {
      const [accepting, posting] = await Promise.all([memory(ingress), memory(worker)])
      return { accepting, posting, redis: await rig.redisMemory() }
    }
    const idle = await measure()
    const unlock = await rig.lockPosts()
    await rig.send(ingress.url, calls, run)
    const full = await measure()
    const batches = await rig.batches()
    await unlock()
    const postsPerSecond = await drainRate(rig)
    await assertPosted(rig.db, run, calls, warmUpCalls)
    return {
      postsPerSecond,
      ingressGrowth: full.accepting - idle.accepting,
      workerGrowth: full.posting - idle.posting,
      bytesPerByte: (full.redis - idle.redis) / (calls * body(run).length),
      deliveriesPerBatch: calls / batches,
    }
  } finally {
    await Promise.all([ingress.stop(), worker.stop()])
  }
}

/** From the first batches to the last. */
async function drainRate({ db }: Rig): Promise<number> {
  const all = calls + warmUpCalls
  const first = await until(db, warmUpCalls + 1)
  const last = await until(db, all)
  return (last.posts - first.posts) / ((last.atMs - first.atMs) / 1000)
}

async function until(db: Rig['db'], wanted: number): Promise<{ posts: number; atMs: number }> {
  for (const deadline = performance.now() + 120_000; performance.now() < deadline; await delay(20)) {
    const posts = await posted(db)
    if (posts >= wanted) return { posts, atMs: performance.now() }
  }
  throw new Error('the backlog was not drained within two minutes')
}

/** Resident, the least of several looks: what waits to be collected does not count. */
async function memory({ child: { pid } }: Program): Promise<number> {
  await delay(settleMs)
  let least = Number.POSITIVE_INFINITY
  for (let look = 0; look < looks; look++) {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    least = Math.min(least, Number(kilobytes) * 1024)
    await delay(settleMs / looks)
  }
  return least
}
