import { forget, recorded } from '../measure/held.js'
import { median } from '../measure/statistics.js'
import { inRounds, type Plan } from '../plan.js'
import type { Finding } from '../report/finding.js'
import type { Rig } from '../systems/rig.js'
import { type System, startBare, startIngress, startWorkers, using } from '../systems/systems.js'
import type { Part } from './part.js'

const connections = 256
/** Longer runs would only take longer to be posted. */
const maxSeconds = 2

/** Measures the ingress alone against a bare route. Workers start afterwards and post what it accepted. */
export const accept: Part = async (rig, plan, log) => {
  const rounds = await inRounds(plan, async round => {
    const theirs = await using(startBare(rig), bare => rate(rig, plan, bare, async () => {}))
    const ours = await using(startIngress(rig), ingress => rate(rig, plan, ingress, postAll))
    log(`  round ${round}: ${Math.round(ours)}/s against ${Math.round(theirs)}/s`)
    return { ours, theirs }
  })
  return {
    findings: [finding(median(rounds.map(round => round.ours)), median(rounds.map(round => round.theirs)))],
  }
}

type After = (rig: Rig, run: string, calls: number) => Promise<void>

/** Returns responses per second after a warm-up. `after` handles the accepted calls. */
async function rate(rig: Rig, plan: Plan, system: System, after: After): Promise<number> {
  const send = async (run: string, seconds: number) => {
    await forget(rig.db)
    const load = { url: system.urlOf(rig.keys.off), connections, run, seconds: Math.min(seconds, maxSeconds) }
    const { calls, perSecond } = await rig.send(load)
    await after(rig, run, calls)
    return perSecond
  }
  await send('accept-warm', plan.warmUpSeconds / 2)
  return send('accept', plan.sendSeconds)
}

const postAll: After = async (rig, run, calls) => {
  await using(startWorkers(rig), () => recorded(rig.db, run, calls))
}

function finding(ours: number, theirs: number): Finding {
  return {
    what: `accepted without workers, \`confirm\` off, limiter and headers on, ${connections} connections`,
    value: ours,
    unit: '/s',
    against: { what: 'a bare Fastify route that reads the same JSON and says `ok`', value: theirs },
    goal: { atLeast: 0.6, stretch: 0.8 },
  }
}
