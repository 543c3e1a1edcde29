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
  /** Calls that together stall a process for longer than this are measured alone. */
  notableMs: number
  /** Measures the worst calls of at least this many routes alone. */
  leastRoutes?: number
  /** Measures nothing alone that is still waiting after this time. */
  aloneAtMostMs?: number
  log?: (line: string) => void
}

/** Calls of a route that were made at once, and the longest stall. */
type Group = { route: Route; calls: RouteCall[]; worstMs: number }

/**
 * Makes the calls of each route, each from another address: first some at once, then alone those that together stalled a process.
 * Returns what calls did alone, the longest stall first, and the groups that were left when the time was over.
 */
export async function sweep(
  rig: Rig,
  scene: Scene,
  asked: Sweep,
): Promise<{ found: Found[]; left: Group[] }> {
  const groups = await measureTogether(rig, scene, asked)
  const suspects = suspectsIn(groups, asked)
  const endMs = performance.now() + (asked.aloneAtMostMs ?? Number.POSITIVE_INFINITY)
  const found: Found[] = []
  let done = 0
  for (const { route, calls } of suspects) {
    if (performance.now() > endMs) break
    await scene.restore()
    await rig.stalls()
    const alone: Found[] = []
    for (const call of calls) alone.push(await measure(rig, scene, call, asked.notableMs))
    found.push(...alone)
    const worst = inWords(worstFirst(alone)[0] as Found)
    asked.log?.(`alone ${++done}/${suspects.length} ${nameOf(route)}: longest ${worst}`)
  }
  return { found: worstFirst(found), left: suspects.slice(done) }
}

async function measureTogether(rig: Rig, scene: Scene, { routes, callsOf, log }: Sweep): Promise<Group[]> {
  const groups: Group[] = []
  const all = routes.flatMap(withAdapters)
  for (const [done, route] of all.entries()) {
    await scene.restore()
    await rig.stalls()
    const calls = callsOf(route)
    const began = groups.length
    for (let from = 0; from < calls.length; from += atOnce) {
      const some = calls.slice(from, from + atOnce)
      await Promise.all(some.map(call => makeCall(rig, scene, call, nextAddress())))
      groups.push({ route, calls: some, worstMs: longestOf(await rig.stalls()) })
    }
    const longest = Math.max(...groups.slice(began).map(({ worstMs }) => worstMs))
    log?.(`${done + 1}/${all.length} ${nameOf(route)}: ${calls.length} calls, ${longest.toFixed(0)} ms`)
  }
  return groups
}

/** Returns the groups to look into, the longest stall first. */
function suspectsIn(groups: Group[], { notableMs, leastRoutes = 0 }: Sweep): Group[] {
  const seen = new Set<string>()
  return worstFirst(groups).filter(({ route, worstMs }) => {
    const isNew = !seen.has(nameOf(route)) && seen.size < leastRoutes
    if (isNew) seen.add(nameOf(route))
    return isNew || worstMs > notableMs
  })
}

const worstFirst = <Item extends { worstMs: number }>(items: Item[]) =>
  items.toSorted((one, other) => other.worstMs - one.worstMs)

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

/** Returns a stall in words. */
export function inWords({ caller, hostile, bytes, status, stalls, worstMs }: Found): string {
  const role = (Object.keys(stalls) as Role[]).find(one => stalls[one] === worstMs)
  const what = `${caller}, ${hostile.name}, ${Math.round(bytes / 1024)} KiB, ${status}`
  return `${worstMs.toFixed(1)} ms in ${role} (${what})`
}
