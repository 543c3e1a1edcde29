import { forget, recorded } from '../measure/held.js'
import { openReader } from '../measure/reader.js'
import { measureRun } from '../measure/run.js'
import { medians, type Spread, spread } from '../measure/statistics.js'
import { inRounds, type Plan } from '../plan.js'
import { measureIn } from '../systems/programs.js'
import type { Rig } from '../systems/rig.js'
import { type System, startPosthorn, using } from '../systems/systems.js'
import type { Part } from './part.js'

const connections = 256
const warmUpSeconds = 3
const sampledChannel = 'builds'
const otherChannel = 'off-topic'

/**
 * Measures the time from a delivery's id until a reader, who queries Postgres continuously, sees its post: at a quarter of the
 * highest rate, for one delivery in twenty.
 */
export const latency: Part = async (rig, plan, log) => {
  const top = await using(startPosthorn(rig), system => topRate(rig, plan, system))
  const callsPerSecond = Math.max(20, Math.round(top / 4))
  const rounds = await inRounds(plan, async round => {
    const found = await using(startPosthorn(rig), system => untilReadable(rig, plan, system, callsPerSecond))
    log(`  round ${round}: p50 ${found.p50} ms, p99 ${found.p99} ms`)
    return found
  })
  const { p50, p99 } = medians(rounds)
  const what = `accept → readable at ${callsPerSecond.toLocaleString('en')}/s, a quarter of the top rate`
  return {
    findings: [
      { what: `${what}: p50`, value: p50, unit: 'ms', goal: { atMost: 40, stretch: 15 } },
      { what: `${what}: p99`, value: p99, unit: 'ms', goal: { atMost: 100, stretch: 60 } },
    ],
  }
}

async function topRate(rig: Rig, { warmUpSeconds, sendSeconds }: Plan, system: System): Promise<number> {
  const wanted = { key: rig.keys.off, connections, recorded: true }
  await measureRun(rig, system, { ...wanted, run: 'top-warm', seconds: warmUpSeconds })
  const { postedPerSecond } = await measureRun(rig, system, { ...wanted, run: 'top', seconds: sendSeconds })
  return postedPerSecond
}

async function untilReadable(rig: Rig, plan: Plan, system: System, callsPerSecond: number): Promise<Spread> {
  const send = (run: string, seconds: number, channel: string) =>
    measureIn('paced', {
      URL: system.urlOf(rig.keys.off),
      CALLS_PER_SECOND: String(callsPerSecond),
      CALLS: String(callsPerSecond * seconds),
      RUN: run,
      CHANNEL: channel,
    })
  await forget(rig.db)
  await send('paced-warm', warmUpSeconds, otherChannel)
  await recorded(rig.db, 'paced-warm', callsPerSecond * warmUpSeconds)
  await forget(rig.db)
  const reader = await openReader(rig.db, sampledChannel)
  const samples = await send('paced', plan.pacedSeconds, sampledChannel)
  await recorded(rig.db, 'paced', callsPerSecond * plan.pacedSeconds)
  const agesMs = await reader.close()
  if (agesMs.length !== samples) throw new Error(`${agesMs.length} of ${samples} samples were read`)
  return spread(agesMs)
}
