import { setTimeout as delay } from 'node:timers/promises'
import type { Posthorn } from '../standalone/posthorn.js'
import type { Target } from './attacks/attack.js'
import { slowestWrite } from './disk.js'
import { disturbance, figures, growth } from './judge.js'
import { climbing, levels } from './level.js'
import type { Kind, Measured } from './others.js'
import { type Others, openAttacker } from './programs.js'
import type { Row } from './table.js'
import { peakOf, type Usage, usageOf } from './usage.js'

/** Rare, because each look takes a few milliseconds of the same cores, as in quiet phases. */
const sampleMs = 2_000
/** Rejected sockets have ended, and garbage is collected, within this time. */
const settleMs = 20_000

export type Scene = {
  posthorn: Posthorn
  others: Others
  kinds: Kind[]
  target: Omit<Target, 'seconds'>
  /** On the disk of the product. */
  folder: string
}
export type Quiet = Omit<Found, 'usages'> & { usage: Usage }

/** The others' measurements, the slowest write to the disk, and samples of what the parts held. */
type Found = { measured: Measured; slowestWriteMs: number; usages: Usage[] }

/** Measures without an attack. */
export async function quietPhase(scene: Scene, seconds: number): Promise<Quiet> {
  const { measured, slowestWriteMs } = await measure(scene, seconds)
  const failed = Object.keys(measured).filter(kind => measured[kind]?.failed !== 0)
  if (failed.length > 0) throw new Error(`${failed.join(', ')}: calls fail although nobody attacks`)
  return { measured, slowestWriteMs, usage: usageOf(scene.posthorn) }
}

async function measure({ posthorn, others, kinds, folder }: Scene, seconds: number): Promise<Found> {
  const usages: Usage[] = []
  const sampling = setInterval(() => usages.push(usageOf(posthorn)), sampleMs)
  const measuring = others.measure({ kinds, seconds })
  const [measured, slowestWriteMs] = await Promise.all([measuring, slowestWrite(folder, measuring)])
  clearInterval(sampling)
  return { measured, slowestWriteMs, usages }
}

export function asRow({ measured, slowestWriteMs, usage }: Quiet): Row {
  const found = figures(measured, measured)
  return { counts: {}, found, slowestWriteMs, after: usage, peak: usage, levels: [], missed: [] }
}

/** Runs one attack, or none, and compares the others' measurements and the after-effects with `quiet`. */
export async function phase(scene: Scene, quiet: Quiet, seconds: number, name?: string): Promise<Row> {
  const { posthorn, target } = scene
  const attacker = name ? await openAttacker(name, { ...target, seconds }) : undefined
  const attacking = attacker?.attack()
  const { measured, slowestWriteMs, usages } = await measure(scene, seconds)
  const counts = (await attacking) ?? {}
  const grown = await settled(posthorn, quiet)
  const found = figures(measured, quiet.measured)
  const [after, peak, reached] = [usageOf(posthorn), peakOf(usages), levels(usages)]
  const missed = [...disturbance(found), ...climbing(reached), ...grown]
  return { counts, found, slowestWriteMs, after, peak, levels: reached, missed }
}

/** Returns what is still grown after the time to recover. */
async function settled(posthorn: Posthorn, quiet: Quiet): Promise<string[]> {
  for (const deadline = performance.now() + settleMs; ; await delay(sampleMs)) {
    const grown = growth(usageOf(posthorn), quiet.usage)
    if (grown.length === 0 || performance.now() > deadline) return grown
  }
}
