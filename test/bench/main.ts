import { readArguments } from './arguments.js'
import { accept } from './parts/accept.js'
import { connections } from './parts/connections.js'
import { consoleBytes } from './parts/console.js'
import { drain } from './parts/drain.js'
import { large } from './parts/large.js'
import { latency } from './parts/latency.js'
import type { Part } from './parts/part.js'
import { rendering } from './parts/rendering.js'
import { rest } from './parts/rest.js'
import { report } from './report/page.js'
import { describeMachine, machineText, type Results } from './report/results.js'
import { save, saveLarge } from './report/save.js'
import { openRig } from './systems/rig.js'

/** The parts of the bench, by the names that select them. */
const parts: Record<string, Part> = {
  connections,
  accept,
  drain,
  latency,
  rest,
  render: rendering,
  console: consoleBytes,
}

/** Measured only by name. */
const onlyByName: Record<string, Part> = { large }

const log = (line: string) => console.log(line)
const wishes = readArguments(process.argv.slice(2), Object.keys(parts), Object.keys(onlyByName))
const rig = await openRig()
try {
  const { plan } = wishes
  const machine = await describeMachine(rig)
  const results: Results = { machine, plan: plan.name, rounds: plan.rounds, findings: [], missing: [] }
  log(machineText(results))
  for (const name of wishes.parts) await measure(name, results)
  log(`\n${report(results)}`)
  const write = wishes.parts.includes('large') ? saveLarge : save
  if (wishes.save) for (const file of await write(results)) log(`written: ${file}`)
  if (wishes.save && write === save)
    log('Run `npm run scale` now: docs/scale.md is computed from these figures.')
  if (results.missing.length > 0) process.exitCode = 1
} finally {
  await rig.close()
}

/** Measures all parts. Reports why a part ends without figures, and continues. */
async function measure(name: string, results: Results): Promise<void> {
  const beganAt = performance.now()
  log(`measuring: ${name}`)
  try {
    await rig.reset()
    const { findings, connections } = await ({ ...parts, ...onlyByName }[name] as Part)(rig, wishes.plan, log)
    results.findings.push(...findings)
    if (connections) results.connections = connections
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    results.missing.push({ part: name, why })
    log(`  no figures: ${why}`)
  }
  log(`  ${Math.round((performance.now() - beganAt) / 1000)} s`)
}
