import { nextAddress } from './addresses.js'
import { type CallerName, callersOf, makeCall, type RouteCall, type Status, sizesFor } from './calls.js'
import type { Hostile } from './hostile-bodies.js'
import type { Rig, Role, Stalls } from './rig.js'
import type { Scene } from './scene.js'
import { adapterNames, nameOf, type Route } from './table.js'

/** The longest stall that one call caused, in the process where it was longest. */
export type Found = RouteCall & { bytes: number; status: Status; stalls: Stalls; worstMs: number }

/** A garbage collection or a first compilation does not happen again. */
const repeats = 3
/** Shorter stalls are not measured again. */
const notableMs = 15

export type Sweep = {
  routes: Route[]
  hostileTo: (route: Route) => Hostile[]
  callers?: CallerName[]
  log?: (line: string) => void
}

/** Makes every call on its own, each from another address, and returns what each did to the event loops, the longest stall first. */
export async function sweep(
  rig: Rig,
  scene: Scene,
  { routes, hostileTo, callers, log }: Sweep,
): Promise<Found[]> {
  const found: Found[] = []
  for (const route of routes.flatMap(withAdapters)) {
    await scene.restore()
    await rig.stalls()
    const began = found.length
    for (const caller of callersOf(route).filter(one => callers?.includes(one) ?? true))
      for (const hostile of hostileTo(route))
        for (const bytes of sizesFor(route, hostile))
          found.push(await measure(rig, scene, { route, caller, hostile }, bytes))
    log?.(lineOf(nameOf(route), found.slice(began)))
  }
  return found.toSorted((one, other) => other.worstMs - one.worstMs)
}

/** Each adapter reads bodies in its own way. Discord's paths lead to the same ones. */
function withAdapters(route: Route): Route[] {
  const isOwn = route.path === '/hooks/:key/:adapter' && route.method === 'POST'
  return isOwn ? adapterNames.map(name => ({ ...route, path: `/hooks/:key/${name}` })) : [route]
}

async function measure(rig: Rig, scene: Scene, call: RouteCall, bytes: number): Promise<Found> {
  const body = call.hostile.make(bytes, call.route)
  let best: Found | undefined
  for (let made = 0; made < repeats; made++) {
    const status = await makeCall(rig, scene, call, { from: nextAddress(), body })
    const stalls = await rig.stalls()
    const found = { ...call, bytes, status, stalls, worstMs: Math.max(...Object.values(stalls)) }
    best = best && best.worstMs < found.worstMs ? best : found
    if (best.worstMs < notableMs) return best
  }
  return best as Found
}

function lineOf(name: string, found: Found[]): string {
  const [worst] = found.toSorted((one, other) => other.worstMs - one.worstMs)
  const statuses = [...new Set(found.map(({ status }) => status))].toSorted((a, b) => a - b)
  return `${name}: ${statuses.join(' ')}${worst ? `, longest ${inWords(worst)}` : ''}`
}

/** Returns a stall in words. */
export function inWords({ caller, hostile, bytes, stalls, worstMs }: Found): string {
  const role = (Object.keys(stalls) as Role[]).find(one => stalls[one] === worstMs)
  return `${worstMs.toFixed(1)} ms in ${role} (${caller}, ${hostile.name}, ${Math.round(bytes / 1024)} KiB)`
}
