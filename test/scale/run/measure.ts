import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { openRig } from '../../bench/systems/rig.js'
import { type Figures, figuresFile, readFigures } from '../figures.js'
import { makeHooks } from './fill.js'
import { runBytes } from './run-bytes.js'
import { runWorkers, type WorkersRun } from './run-workers.js'

const mostWorkers = 8

/** Measures the parts that are named, or both, and saves docs/scale.json: `npm run scale -- workers 60`. */
export async function measure(part: 'bytes' | 'workers', roundTripMs: number): Promise<void> {
  const rig = await openRig()
  try {
    const hooks = await makeHooks(rig.db)
    if (part === 'bytes') save({ bytes: await runBytes(rig, hooks) })
    else save({ workers: await runEach(rig, hooks, roundTripMs) })
  } finally {
    await rig.close()
  }
}

async function runEach(rig: Awaited<ReturnType<typeof openRig>>, hooks: string[], roundTripMs: number) {
  const runs: WorkersRun[] = []
  for (let workers = 1; workers <= mostWorkers; workers++) {
    const run = await runWorkers(rig, hooks, { workers, roundTripMs })
    runs.push(run)
    console.log(run)
  }
  const others = readFigures().workers.filter(each => each.roundTripMs !== roundTripMs)
  const measured = { roundTripMs, cores: cpus().length, on: new Date().toISOString().slice(0, 10), runs }
  return [...others, measured].toSorted((one, other) => one.roundTripMs - other.roundTripMs)
}

function save(figures: Partial<Figures>): void {
  writeFileSync(figuresFile, `${JSON.stringify({ ...readFigures(), ...figures }, undefined, 2)}\n`)
  console.log(figures, `written: ${figuresFile}`)
}
