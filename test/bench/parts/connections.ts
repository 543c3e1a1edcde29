import { measureRun, type Run } from '../measure/run.js'
import { medians, spread } from '../measure/statistics.js'
import { inRounds, type Plan } from '../plan.js'
import type { AtConnections } from '../report/connections.js'
import type { Finding } from '../report/finding.js'
import type { Rig } from '../systems/rig.js'
import { type System, startBare, startNaive, startPosthorn, using } from '../systems/systems.js'
import type { Part } from './part.js'

const connectionCounts = [1, 4, 16, 64, 256]
const warmUpConnections = 64
/** Before each figure, so that the code has seen this load too. */
const settleSeconds = 0.5

type Round = Omit<AtConnections, 'connections'>

/** What one system contributes, for each number of connections. */
type Side = (rig: Rig, plan: Plan) => Promise<Partial<Round>[]>

/** Posthorn, the naive pipeline and the bare route at each number of connections, with workers posting meanwhile. */
export const connections: Part = async (rig, plan, log) => {
  const rounds = await inRounds(plan, async number => {
    const round = await measureRound(rig, plan, number)
    for (const [index, at] of round.entries())
      log(`  round ${number}, ${connectionCounts[index]}: ${rates(at).join(', ')} accepted/s`)
    return round
  })
  const middle = connectionCounts.map((connections, index) => ({
    connections,
    ...medians(rounds.map(round => round[index] as Round)),
  }))
  return { connections: middle, findings: middle.slice(-1).map(together) }
}

/** Every second round goes the other way round, so that nobody is always the first. */
async function measureRound(rig: Rig, plan: Plan, number: number): Promise<Round[]> {
  const sides = [posthorn, naive, bare]
  const measured: Partial<Round>[][] = []
  for (const side of number % 2 === 1 ? sides : sides.toReversed()) measured.push(await side(rig, plan))
  return connectionCounts.map((_, index) => Object.assign({}, ...measured.map(side => side[index])))
}

const posthorn: Side = (rig, plan) =>
  using(startPosthorn(rig), async system => {
    const run = runner(rig, system, plan, true)
    for (const key of Object.values(rig.keys)) await run.warmUp(key)
    return each(async connections => ({
      off: await run.measure(rig.keys.off, connections),
      confirm: await run.measure(rig.keys.confirm, connections),
    }))
  })

const naive: Side = (rig, plan) =>
  using(startNaive(rig), async system => {
    const run = runner(rig, system, plan, false)
    for (const key of Object.values(rig.keys)) await run.warmUp(key)
    return each(async connections => ({ naive: await run.measure(rig.keys.off, connections) }))
  })

const bare: Side = (rig, { warmUpSeconds, sendSeconds }) =>
  using(startBare(rig), async system => {
    const send = (connections: number, seconds: number) =>
      rig.send({ url: system.urlOf(rig.keys.off), connections, seconds, run: 'bare' })
    await send(warmUpConnections, warmUpSeconds / 2)
    return each(async connections => {
      const { perSecond, answerMs } = await send(connections, sendSeconds / 2) // it only answers: half is enough
      return { bare: { acceptedPerSecond: perSecond, answerMs: spread(answerMs) } }
    })
  })

function runner(rig: Rig, system: System, plan: Plan, recorded: boolean) {
  const run = (key: string, connections: number, seconds: number) =>
    measureRun(rig, system, { key, connections, seconds, recorded, run: `run-${connections}` })
  return {
    warmUp: (key: string) => run(key, warmUpConnections, plan.warmUpSeconds / 2),
    measure: async (key: string, connections: number): Promise<Run> => {
      await run(key, connections, settleSeconds)
      return run(key, connections, plan.sendSeconds)
    },
  }
}

async function each<Found>(measure: (connections: number) => Promise<Found>): Promise<Found[]> {
  const found: Found[] = []
  for (const connections of connectionCounts) found.push(await measure(connections))
  return found
}

function rates({ off, confirm, naive, bare }: Round): string[] {
  const named = { off, confirm, naive, bare }
  return Object.entries(named).map(([name, run]) => `${name} ${Math.round(run.acceptedPerSecond)}`)
}

function together({ connections, off, bare }: AtConnections): Finding {
  return {
    what: `accepted and posted, ${connections} connections, until all is posted`,
    value: off.postedPerSecond,
    unit: '/s',
    against: { what: 'a bare Fastify route', value: bare.acceptedPerSecond },
    goal: { atLeast: 0.2, stretch: 0.3 },
  }
}
