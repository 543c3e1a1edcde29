import { expect, test } from 'vitest'
import { type Address, addressesOf, withoutScreen } from './screens/addresses.js'
import type { Furnished } from './screens/furnish.js'
import { inspect, type View } from './screens/inspect.js'
import { startFurnished } from './screens/start-furnished.js'
import { locales, startTour, widths } from './screens/tour.js'
import type { Stack } from './stack.js'

/*
 * A covering set of what `npm run system` checks for all (test/system/screens.test.ts): each screen at each width, in each
 * scheme, and in two of the four locales, of which one has a 12-hour clock.
 */

const mostMs = 600_000
const widthAt = (index: number) => widths[index % widths.length] ?? 0
const everyWidth: View[] = widths.map(width => ({ scheme: 'light', width }))
const viewsOf = (index: number): View[] => [
  ...everyWidth.map(view => ({ ...view, ...(view.width === widthAt(index) && { axe: 'all' as const }) })),
  { scheme: 'dark', width: widthAt(index + 1), axe: 'colours' },
  { scheme: 'forced', width: widthAt(index + 2) },
]

/** Visits every screen with a 12-hour clock. Fails if the router knows one that the list lacks. */
async function inEnglish(stack: Stack, made: Furnished, addresses: Address[]): Promise<string[]> {
  const tour = await startTour(stack, made, { locale: locales[0] })
  const routes = await tour.routes()
  expect(new Set(addresses.flatMap(({ route }) => route ?? []))).toEqual(
    new Set(routes.filter(route => !withoutScreen.includes(route))),
  )
  const found: string[] = []
  for (const [index, address] of addresses.entries())
    found.push(...(await inspect(tour, address, viewsOf(index))))
  return found
}

/** Visits each screen with one of the other locales. */
async function inOthers(stack: Stack, made: Furnished, addresses: Address[]): Promise<string[]> {
  const others = locales.slice(1)
  const found: string[] = []
  for (const [nth, locale] of others.entries()) {
    const tour = await startTour(stack, made, { locale })
    const some = addresses.filter(({ route }, index) => route && index % others.length === nth)
    for (const address of some)
      found.push(...(await inspect(tour, address, everyWidth)).map(fault => `${locale}: ${fault}`))
  }
  return found
}

test(
  'shows every screen whole, accessible and small, at four widths, in three schemes and in four locales',
  async () => {
    const { stack, made } = await startFurnished()
    const addresses = addressesOf(made)
    expect(await inEnglish(stack, made, addresses)).toEqual([])
    expect(await inOthers(stack, made, addresses)).toEqual([])
  },
  mostMs,
)
