import { assertPosted, forget, type Rig } from './rig.js'
import type { Row } from './table.js'

const calls = 60_000

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

export const accepted: Row = {
  what: 'accepted, `confirm` off, limiter and headers on',
  against: 'a bare Fastify route that reads the same JSON and says `ok`',
  goal: 0.6,
  stretch: 0.8,
  ours: (rig, run) => acceptedRate(rig, 'limited', run),
  theirs: bare,
}

export const acceptedPlain: Row = {
  what: 'accepted, limiter off',
  against: 'one `queue.add` per request',
  goal: 2,
  stretch: 3,
  ours: (rig, run) => acceptedRate(rig, 'off', run),
  theirs: async (rig, run) => rate(rig, await rig.queueAdd(), run),
}

export const acceptedAndPosted: Row = {
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
