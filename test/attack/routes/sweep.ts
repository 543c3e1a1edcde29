import { nextAddress } from './addresses.js'
import { makeCall, type RouteCall, type Status } from './calls.js'
import type { Rig, Role, Stalls } from './rig.js'
import type { Scene } from './scene.js'
import { adapterNames, nameOf, type Route } from './table.js'

/** The longest stall that one call caused, in the process where it was longest. */
export type Found = RouteCall & { status: Status; stalls: Stalls; worstMs: number }

/** Calls of a route that are made at once, because most of them stall nothing. */
const atOnce = 8
/** A garbage collection or a first compilation does not happen again. */
const repeats = 4

export type Sweep = {
  routes: Route[]
  callsOf: (route: Route) => RouteCall[]
  /** If calls stall a process for longer than this together, each is measured alone. */
  notableMs: number
  log?: (line: string) => void
}

/**
 * Makes the calls of each route, each from another address. Returns what the calls that were measured alone did to the event loops,
 * the longest stall first.
 */
export async function sweep(
  rig: Rig,
  scene: Scene,
  { routes, callsOf, notableMs, log }: Sweep,
): Promise<Found[]> {
  const found: Found[] = []
  const all = routes.flatMap(withAdapters)
  for (const [done, route] of all.entries()) {
    await scene.restore()
    await rig.stalls()
    const began = found.length
    const calls = callsOf(route)
    for (let from = 0; from < calls.length; from += atOnce) {
      const some = calls.slice(from, from + atOnce)
      await Promise.all(some.map(call => makeCall(rig, scene, call, nextAddress())))
      if (longestOf(await rig.stalls()) <= notableMs) continue
      for (const call of some) found.push(await measure(rig, scene, call, notableMs))
    }
    log?.(`${done + 1}/${all.length} ${lineOf(nameOf(route), calls.length, found.slice(began))}`)
  }
  return found.toSorted((one, other) => other.worstMs - one.worstMs)
}

/** Each adapter reads bodies in its own way. Discord's paths lead to the same ones. */
function withAdapters(route: Route): Route[] {
  const isOwn = route.path === '/hooks/:key/:adapter' && route.method === 'POST'
  return isOwn ? adapterNames.map(name => ({ ...route, path: `/hooks/:key/${name}` })) : [route]
}

const longestOf = (stalls: Stalls) => Math.max(...Object.values(stalls))

/** Makes a call alone, and again while it stalls for long. Returns the best try. */
async function measure(rig: Rig, scene: Scene, call: RouteCall, notableMs: number): Promise<Found> {
  let best: Found | undefined
  for (let made = 0; made < repeats && (best === undefined || best.worstMs > notableMs); made++) {
    const status = await makeCall(rig, scene, call, nextAddress())
    const stalls = await rig.stalls()
    const found = { ...call, status, stalls, worstMs: longestOf(stalls) }
    best = best && best.worstMs < found.worstMs ? best : found
  }
  return best as Found
}

function lineOf(name: string, calls: number, alone: Found[]): string {
  const [worst] = alone.toSorted((one, other) => other.worstMs - one.worstMs)
  const longest = worst ? `, ${alone.length} alone, longest ${inWords(worst)}` : ''
  return `${name}: ${calls} calls${longest}`
}

/** Returns a stall in words. */
export function inWords({ caller, hostile, bytes, status, stalls, worstMs }: Found): string {
  const role = (Object.keys(stalls) as Role[]).find(one => stalls[one] === worstMs)
  const what = `${caller}, ${hostile.name}, ${Math.round(bytes / 1024)} KiB, ${status}`
  return `${worstMs.toFixed(1)} ms in ${role} (${what})`
}
