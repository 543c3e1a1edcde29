import { setTimeout as delay } from 'node:timers/promises'
import { newDataDir, startPosthorn } from '../../standalone/posthorn.js'
import { ownMs, treeMs } from '../measure/processor-time.js'
import type { Finding } from '../report/finding.js'
import type { Rig } from '../systems/rig.js'
import { type Running, startApi, startIngress, startWorkers, using } from '../systems/systems.js'
import type { Part } from './part.js'

/** The time after the start in which V8 returns memory: half a second of work, up to a minute later. */
const settleMs = 90_000

/** A process at rest, with the goal for ours. */
type Resting = { what: string; usedMs: () => number; ours: boolean }

/** Measures idle processes: those of a distributed setup, and those of `npm start`. */
export const rest: Part = async (rig, plan, log) => {
  const found = await using(startApart(rig), async apart => {
    const { dataDir, remove } = await newDataDir()
    try {
      const standalone = await startPosthorn(dataDir)
      try {
        return await watch([...apart.resting, ...restingOf(standalone)], plan.restSeconds)
      } finally {
        await standalone.stop()
      }
    } finally {
      remove()
    }
  })
  for (const { what, value } of found) log(`  ${what}: ${value.toFixed(2)} %`)
  return { findings: found }
}

/** Starts the ingress, the api and a worker as separate processes. */
async function startApart(rig: Rig): Promise<Running & { resting: Resting[] }> {
  const started = await Promise.all([startIngress(rig), startApi(rig), startWorkers(rig, 1)])
  const processes = started.flatMap(each => each.processes)
  return {
    processes,
    stop: () => Promise.all(started.map(each => each.stop())),
    resting: processes.map(({ name, pid }) => ({
      what: name === 'workers' ? 'a worker' : `the ${name}`,
      usedMs: () => ownMs(pid),
      ours: true,
    })),
  }
}

function restingOf(posthorn: Awaited<ReturnType<typeof startPosthorn>>): Resting[] {
  const [redis, postgres] = [posthorn.pidOf(/redis-server|valkey-server/), posthorn.pidOf(/bin\/postgres/)]
  const worker = posthorn.pidOf(/worker\/dist\/main/)
  return [
    { what: '`npm start`', usedMs: () => ownMs(posthorn.pid), ours: true },
    { what: 'its worker', usedMs: () => ownMs(worker), ours: true },
    { what: 'its Redis', usedMs: () => treeMs(redis), ours: false },
    { what: 'its Postgres, all processes', usedMs: () => treeMs(postgres), ours: false },
  ]
}

async function watch(resting: Resting[], seconds: number): Promise<Finding[]> {
  await delay(settleMs)
  const before = resting.map(({ usedMs }) => usedMs())
  const beganAt = performance.now()
  await delay(seconds * 1000)
  const passedMs = performance.now() - beganAt
  return resting.map(({ what, usedMs, ours }, index) => ({
    what: `CPU time at rest: ${what}`,
    value: ((usedMs() - (before[index] as number)) / passedMs) * 100,
    unit: '% of a core',
    ...(ours ? { goal: { atMost: 1 } } : {}),
  }))
}
