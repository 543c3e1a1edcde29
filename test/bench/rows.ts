import { type Backlog, measureBacklog } from './backlog.js'
import { acceptToReadable, type Latency } from './latency.js'
import { renderingFigures } from './rendering.js'
import { assertPosted, forget, type Rig } from './rig.js'
import { compare, type Figure, type Measured, median, type Row } from './table.js'

const calls = 60_000

const created = 10_000

/** What comes before a measured run, so that both sides are compiled and connected. */
const warmUpCalls = 10_000

type Target = { url: string; stop: () => Promise<void> }

/** Calls a second that a target without a database behind it answers. */
async function rate(rig: Rig, target: Target, run: string): Promise<number> {
  try {
    await rig.send(target.url, warmUpCalls, `${run}-warm`)
    return await rig.send(target.url, calls, run)
  } finally {
    await target.stop()
  }
}

/** Calls a second that the ingress answers with no worker beside it; afterwards everything accepted is posted and counted. */
async function acceptedRate(rig: Rig, limit: 'limited' | 'off', run: string): Promise<number> {
  await forget(rig.db)
  const ingress = await rig.ingress(limit)
  const measured = await rate(rig, ingress, run)
  const workers = await rig.workers(2)
  await assertPosted(rig.db, run, calls, warmUpCalls)
  await workers.stop()
  return measured
}

const bare = async (rig: Rig, run: string) => rate(rig, await rig.bare(), run)

const accepted: Row = {
  what: 'accepted, `confirm` off, limiter and headers on',
  against: 'a bare Fastify route that reads the same JSON and says `ok`',
  goal: 0.6,
  stretch: 0.8,
  ours: (rig, run) => acceptedRate(rig, 'limited', run),
  theirs: bare,
}

const acceptedPlain: Row = {
  what: 'accepted, limiter off',
  against: 'one `queue.add` per request',
  goal: 2,
  stretch: 3,
  ours: (rig, run) => acceptedRate(rig, 'off', run),
  theirs: async (rig, run) => rate(rig, await rig.queueAdd(), run),
}

const acceptedAndPosted: Row = {
  what: 'accepted and posted, all processes on two cores',
  against: 'the same bare route',
  goal: 0.2,
  stretch: 0.3,
  theirs: bare,
  ours: async (rig, run) => {
    await forget(rig.db)
    const [ingress, workers] = await Promise.all([rig.ingress('limited'), rig.workers(2)])
    try {
      await rig.send(ingress.url, warmUpCalls, `${run}-warm`)
      await assertPosted(rig.db, `${run}-warm`, warmUpCalls, 0)
      const began = performance.now()
      await rig.send(ingress.url, calls, run)
      await assertPosted(rig.db, run, calls, warmUpCalls)
      return calls / ((performance.now() - began) / 1000)
    } finally {
      await Promise.all([ingress.stop(), workers.stop()])
    }
  },
}

const drained = (measured: Backlog[]): Row => ({
  what: 'posted by one worker, from a backlog of 200,000',
  against: 'one Prisma `create` per post, five at once',
  goal: 8,
  stretch: 15,
  ours: async (rig, run) => {
    const backlog = await measureBacklog(rig, run)
    measured.push(backlog)
    return backlog.postsPerSecond
  },
  theirs: async (rig, run) => {
    await forget(rig.db)
    return rig.createEach(created, run)
  },
})

/** What one part of the bench finds: ratios, and figures that have nothing to be held against. */
export type Findings = { rows: Measured[]; figures: Figure[] }

type Measure = (rig: Rig, rounds: number) => Promise<Findings>

const comparing =
  (row: Row): Measure =>
  async (rig, rounds) => ({ rows: [await compare(row, rig, rounds)], figures: [] })

const backlog: Measure = async (rig, rounds) => {
  const measured: Backlog[] = []
  const row = await compare(drained(measured), rig, rounds)
  const middle = (of: (one: Backlog) => number) => median(measured.map(of))
  const batch = Math.round(middle(({ deliveriesPerBatch }) => deliveriesPerBatch))
  const figure = (what: string, of: (one: Backlog) => number, goal: number, unit: string): Figure => {
    const value = middle(of)
    return { what, figure: `${value.toFixed(1)}${unit}`, goal: `≤ ${goal}${unit}`, missed: value > goal }
  }
  const [mega, most] = [1024 * 1024, 50]
  return {
    rows: [row],
    figures: [
      figure(
        'memory of the ingress with 200,000 waiting, beyond idle',
        one => one.ingressGrowth / mega,
        most,
        ' MB',
      ),
      figure(
        'memory of a worker with 200,000 waiting, beyond idle',
        one => one.workerGrowth / mega,
        most,
        ' MB',
      ),
      figure(
        `bytes in Redis for a byte of waiting payload, in batches of ${batch}`,
        one => one.bytesPerByte,
        2,
        ' ×',
      ),
    ],
  }
}

const latency: Measure = async (rig, rounds) => {
  const top = await acceptedAndPosted.ours(rig, 'top')
  const callsPerSecond = Math.round(top / 4)
  const measured: Latency[] = []
  for (let round = 1; round <= rounds; round++) {
    const found = await acceptToReadable(rig, callsPerSecond, `latency-${round}`)
    console.log(`  round ${round}: ${found.p50} ms, ${found.p99} ms`)
    measured.push(found)
  }
  const [p50, p99] = [median(measured.map(one => one.p50)), median(measured.map(one => one.p99))]
  const what = `accept → readable at ${callsPerSecond.toLocaleString('en')}/s, a quarter of the top rate: p50 / p99`
  const figure = { what, figure: `${p50} / ${p99} ms`, goal: '≤ 15 / ≤ 60 ms', missed: p50 > 15 || p99 > 60 }
  return { rows: [], figures: [figure] }
}

/** The parts of the bench by the names that choose them. */
export const measures: Record<string, Measure> = {
  accept: comparing(accepted),
  plain: comparing(acceptedPlain),
  post: comparing(acceptedAndPosted),
  drain: backlog,
  latency,
  render: async () => ({ rows: [], figures: renderingFigures() }),
}
