import { until } from '../../support/progress.js'
import { payload } from '../load/payload.js'
import { lockPosts, redisHolds } from '../measure/backlog.js'
import { countedPosts, forget, recorded } from '../measure/held.js'
import { memoryOf } from '../measure/memory.js'
import { medians } from '../measure/statistics.js'
import { inRounds, type Plan } from '../plan.js'
import type { Finding } from '../report/finding.js'
import { measureIn } from '../systems/programs.js'
import type { Rig } from '../systems/rig.js'
import { type Running, type System, startIngress, startWorkers, using } from '../systems/systems.js'
import type { Part } from './part.js'

const connections = 256
const run = 'backlog'
const createSeconds = 4
const mega = 1024 * 1024

/** Measures a backlog that one worker drains, its cost while it waits, and the plain way to write posts. */
export const drain: Part = async (rig, plan, log) => {
  const rounds = await inRounds(plan, async round => {
    const [one, five] = [await createEach(rig, 1), await createEach(rig, 5)]
    const ours = await using(startIngress(rig), ingress =>
      using(startWorkers(rig, 1), worker => backlog(rig, plan, ingress, worker)),
    )
    log(
      `  round ${round}: ${Math.round(ours.perSecond)}/s against ${Math.round(one)}/s and ${Math.round(five)}/s`,
    )
    return { ...ours, one, five }
  })
  return { findings: findings(plan.backlogCalls, medians(rounds)) }
}

/** Posts per second by one Prisma `create` each, with this many at once. */
async function createEach(rig: Rig, atOnce: number): Promise<number> {
  await forget(rig.db)
  return measureIn('createEach', { ...rig.env, AT_ONCE: String(atOnce), SECONDS: String(createSeconds) })
}

type Backlog = {
  perSecond: number
  /** Bytes beyond those without a backlog. */
  ingressGrowth: number
  workerGrowth: number
  /** Bytes in Redis per byte of payload. */
  bytesPerByte: number
  deliveriesPerBatch: number
}

/** Posts some deliveries first, so that both processes have their code and buffers. */
async function backlog(rig: Rig, plan: Plan, ingress: System, worker: Running): Promise<Backlog> {
  const url = ingress.urlOf(rig.keys.off)
  await forget(rig.db)
  await rig.send({ url, connections, run: 'backlog-warm', calls: plan.backlogWarmUpCalls })
  await recorded(rig.db, 'backlog-warm', plan.backlogWarmUpCalls)
  await forget(rig.db)
  const pids = [...ingress.processes, ...worker.processes].map(({ pid }) => pid)
  const look = async () => ({ memory: await memoryOf(pids), redis: await redisHolds(rig) })

  const idle = await look()
  const unlock = await lockPosts(rig)
  const { calls } = await rig.send({ url, connections, run, calls: plan.backlogCalls })
  const full = await look()
  await unlock()
  const perSecond = await drainRate(rig, calls)
  const [ingressGrowth = 0, workerGrowth = 0] = full.memory.map(
    (bytes, index) => bytes - (idle.memory[index] ?? 0),
  )
  return {
    perSecond,
    ingressGrowth,
    workerGrowth,
    bytesPerByte:
      (full.redis.bytes - idle.redis.bytes) / (calls * JSON.stringify(payload(run, calls)).length),
    deliveriesPerBatch: calls / full.redis.batches,
  }
}

/** Returns posts per second, from the first batches to the last. */
async function drainRate({ db }: Rig, calls: number): Promise<number> {
  const first = await until(1, () => countedPosts(db))
  const beganAt = performance.now()
  const last = await until(calls, () => countedPosts(db))
  const seconds = (performance.now() - beganAt) / 1000
  await recorded(db, run, calls)
  return (last - first) / seconds
}

function findings(calls: number, middle: Backlog & { one: number; five: number }): Finding[] {
  const many = calls.toLocaleString('en')
  const what = `posted by one worker, from a backlog of ${many}`
  const perBatch = Math.round(middle.deliveriesPerBatch)
  const against = (what: string, value: number) => ({
    what: `one Prisma \`create\` per post, ${what}`,
    value,
  })
  const perSecond = { what, value: middle.perSecond, unit: '/s' as const }
  const growth = (who: string, bytes: number): Finding => ({
    what: `memory of ${who} with ${many} waiting, beyond idle`,
    value: bytes / mega,
    unit: 'MB',
    goal: { atMost: 50 },
  })
  return [
    { ...perSecond, against: against('five at once', middle.five), goal: { atLeast: 6, stretch: 8 } },
    { ...perSecond, against: against('one at a time', middle.one) },
    growth('the ingress', middle.ingressGrowth),
    growth('a worker', middle.workerGrowth),
    {
      what: `bytes in Redis for a byte of waiting payload, in batches of ${perBatch}`,
      value: middle.bytesPerByte,
      unit: '×',
      goal: { atMost: 2 },
    },
  ]
}
