import { setTimeout as delay } from 'node:timers/promises'
import { figures } from '../judge.js'
import type { Kind, Measured } from '../others.js'
import type { Others } from '../programs.js'
import { nextAddress } from './addresses.js'
import { makeCall } from './calls.js'
import type { Rig, Stalls } from './rig.js'
import type { Scene } from './scene.js'
import type { Found } from './sweep.js'

/** What callers have who leave room for others. The default. */
const usualRate = '600/60'
const connections = 4
const seconds = 6
/** A 429 costs an attacker nothing, so it makes more calls than it could with responses. */
const pauseMs = 1

/** A neighbour's calls while somebody repeats one call, over four connections from one address. */
export type Hammered = {
  found: Found
  stalls: Stalls
  neighbour: { p50: number; p99: number; ratio: number; failed: number }
}

/** Calls of another hook of the member, as of an ordinary sender. */
export function neighbourOf({ neighbour }: Scene): Kind {
  const headers = { 'content-type': 'application/json' }
  const call = { url: neighbour, method: 'POST' as const, headers, body: '{"text":"Build **42** passed."}' }
  return { name: 'neighbour', callsPerSecond: 40, from: '127.0.0.11', calls: [call] }
}

/** Repeats each call for some seconds, and measures the neighbour meanwhile. `quiet`: its calls without an attack. */
export async function hammer(
  rig: Rig,
  scene: Scene,
  { found, others, quiet }: { found: Found[]; others: Others; quiet: Measured },
): Promise<Hammered[]> {
  await scene.limit(usualRate)
  const hammered: Hammered[] = []
  for (const one of found) {
    await scene.restore()
    await rig.stalls()
    const measuring = others.measure({ kinds: [neighbourOf(scene)], seconds })
    await Promise.all([measuring, ...repeat(rig, scene, one, measuring)])
    const [figure] = figures(await measuring, quiet)
    if (!figure) throw new Error('the neighbour made no call')
    hammered.push({ found: one, stalls: await rig.stalls(), neighbour: figure })
  }
  return hammered
}

/** Makes the call over each connection until `ending` has ended. */
function repeat(rig: Rig, scene: Scene, found: Found, ending: Promise<unknown>): Promise<void>[] {
  const from = nextAddress()
  let isOver = false
  void ending.finally(() => {
    isOver = true
  })
  return Array.from({ length: connections }, async () => {
    while (!isOver) {
      await makeCall(rig, scene, found, from)
      await delay(pauseMs)
    }
  })
}
