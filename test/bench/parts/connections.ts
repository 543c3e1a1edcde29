import { measureRun, type Run } from '../measure/run.js'
import { medians, spread } from '../measure/statistics.js'
import { inRounds, type Plan } from '../plan.js'
import type { AtConnections } from '../report/connections.js'
import type { Finding } from '../report/finding.js'
import type { Rig } from '../systems/rig.js'
import { type System, startBare, startNaive, startPosthorn, using } from '../systems/systems.js'
import type { Part } from './part.js'

const connectionCounts = [1, 4, 16, 64, 128, 256]
/** Where the processor time of a post has a goal. */
const busyConnections = 128
const warmUpConnections = 64
/** The warm-up before each figure, with the same load. */
const settleSeconds = 0.5

type Round = Omit<AtConnections, 'connections'>

/** How each figure of a round is measured. */
type Measuring = { [Name in keyof Round]: (connections: number) => Promise<Round[Name]> }

/**
 * Measures Posthorn, the naive pipeline and the bare route at each number of connections, while workers post. All systems run
 * and are called in turn, so that other activity of the machine affects all of them.
 */
export const connections: Part = (rig, plan, log) =>
  using(startPosthorn(rig), posthorn =>
    using(startNaive(rig), naive =>
      using(startBare(rig), async bare => {
        const ours = runner(rig, posthorn, plan, true)
        const theirs = runner(rig, naive, plan, false)
        for (const key of Object.values(rig.keys)) {
          await ours.warmUp(key)
          await theirs.warmUp(key)
        }
        const measuring: Measuring = {
          off: connections => ours.measure(rig.keys.off, connections),
          confirm: connections => ours.measure(rig.keys.confirm, connections),
          naive: connections => theirs.measure(rig.keys.off, connections),
          bare: connections => answering(rig, bare, plan, connections),
        }
        const measured = await each(connections => measureRounds(measuring, plan, connections, log))
        return {
          connections: measured,
          findings: [...measured.slice(-1).map(together), ...measured.filter(isBusy).map(busy)],
        }
      }),
    ),
  )

/** Returns the medians of the rounds. Each number of connections has its share of the part's time. */
async function measureRounds(
  measuring: Measuring,
  plan: Plan,
  connections: number,
  log: (line: string) => void,
): Promise<AtConnections> {
  const share = { ...plan, partSeconds: plan.partSeconds / connectionCounts.length }
  const rounds = await inRounds(share, number => measureRound(measuring, connections, number))
  const middle = medians(rounds)
  log(`  ${connections}: ${rates(middle).join(', ')} sustained/s, of ${rounds.length} rounds`)
  return { connections, ...middle }
}

/** Reverses every second round, so that no system is always the first. */
async function measureRound(measuring: Measuring, connections: number, number: number): Promise<Round> {
  const names = Object.keys(measuring) as (keyof Round)[]
  const found: Partial<Record<keyof Round, Round[keyof Round]>> = {}
  for (const name of number % 2 === 1 ? names : names.toReversed())
    found[name] = await measuring[name](connections)
  return found as Round
}

/** Measures only responses, in half the time. */
async function answering(rig: Rig, bare: System, { sendSeconds }: Plan, connections: number) {
  const load = { url: bare.urlOf(rig.keys.off), connections, seconds: sendSeconds / 2, run: 'bare' }
  const { perSecond, answerMs } = await rig.send(load)
  return { acceptedPerSecond: perSecond, answerMs: spread(answerMs) }
}

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

function rates({ off, confirm, naive }: Round): string[] {
  const named = { off, confirm, naive }
  return Object.entries(named).map(([name, run]) => `${name} ${Math.round(run.postedPerSecond)}`)
}

const isBusy = ({ connections }: AtConnections) => connections === busyConnections

function busy({ connections, off }: AtConnections): Finding {
  const what = `CPU time per posted delivery, all processes, ${connections} connections`
  return { what, value: off.processorMs, unit: 'ms', goal: { atMost: 0.1, stretch: 0.08 } }
}

function together({ connections, off, bare }: AtConnections): Finding {
  return {
    what: `sustained, ${connections} connections`,
    value: off.postedPerSecond,
    unit: '/s',
    against: { what: 'a bare Fastify route', value: bare.acceptedPerSecond },
    goal: { atLeast: 0.2, stretch: 0.3 },
  }
}
