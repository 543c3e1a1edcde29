import { slowerAtMost } from '../judge.js'
import { openOthers } from '../programs.js'
import { allCallsOf } from './calls.js'
import { type Hammered, hammer, neighbourOf } from './hammer.js'
import { withoutLimit } from './limits.js'
import { openProduct } from './product.js'
import { report, worstByRoute } from './report.js'
import { stillWaiting } from './slow-bytes.js'
import { type Found, inWords, sweep } from './sweep.js'
import { nameOf, routes } from './table.js'

/** The longest that one call may hold an event loop on a quiet machine. */
export const stallAtMostMs = 50
/** Shorter stalls are not looked into. */
const notableMs = stallAtMostMs / 2
const worstRoutes = 10
const aloneAtMostMs = 600_000
const quietSeconds = 20

/** Attacks every route, or those whose names have a text, and prints what it found. Returns the missed goals in words. */
export async function attackRoutes(print: (line: string) => void, named = ''): Promise<string[]> {
  const attacked = routes.filter(route => nameOf(route).includes(named))
  if (attacked.length === 0) throw new Error(`No route's name has ${named}.`)
  const [{ rig, scene, close }, others] = [await openProduct(), openOthers()]
  try {
    const { found, left } = await sweep(rig, scene, {
      ...{ routes: attacked, callsOf: allCallsOf, log: print },
      ...{ notableMs, leastRoutes: worstRoutes, aloneAtMostMs },
    })
    const quiet = await others.measure({ kinds: [neighbourOf(scene)], seconds: quietSeconds })
    const hammered = await hammer(rig, scene, { found: worstByRoute(found, worstRoutes), others, quiet })
    print(`\n${report(found, hammered)}\n`)
    print('Sending a byte per second to every route')
    const waiting = await stillWaiting(rig, attacked)
    print('Calling every route as strangers until they are over their rate')
    const unlimited = await withoutLimit(rig, scene, attacked)
    const unseen = left.filter(({ worstMs }) => worstMs > stallAtMostMs)
    return [
      ...missedIn(found, hammered),
      ...unseen.map(({ route, worstMs }) => `${nameOf(route)}: ${worstMs.toFixed(0)} ms, not measured alone`),
      ...missedBy(waiting, unlimited),
    ]
  } finally {
    others.close()
    await close()
  }
}

function missedIn(found: Found[], hammered: Hammered[]): string[] {
  const long = found.filter(({ worstMs }) => worstMs > stallAtMostMs)
  const slowed = hammered.filter(({ neighbour: { ratio, failed } }) => !(ratio <= slowerAtMost) || failed > 0)
  return [
    ...long.map(one => `${nameOf(one.route)}: ${inWords(one)}`),
    ...slowed.map(
      ({ found: { route }, neighbour: { ratio, failed } }) =>
        `${nameOf(route)}: a neighbour's calls ${ratio.toFixed(1)} × as slow, ${failed} failed`,
    ),
  ]
}

function missedBy(waiting: string[], unlimited: string[]): string[] {
  return [
    ...waiting.map(name => `${name}: waits for slow bytes`),
    ...unlimited.map(name => `${name}: never answers 429`),
  ]
}
