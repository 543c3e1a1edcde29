import { expect, test } from 'vitest'
import { addressesOf, withoutScreen } from './screens/addresses.js'
import { furnish } from './screens/furnish.js'
import { inspect, type View } from './screens/inspect.js'
import { locales, routesIn, startTour, widths } from './screens/tour.js'
import { startStack } from './stack.js'

/*
 * A covering set of what `npm run system` checks for all (test/system/screens.test.ts): each screen at each width, in each
 * scheme, and in two of the four locales, of which one has a 12-hour clock.
 */

/** Alone it takes one minute on two cores. */
const mostMs = 600_000
const widthAt = (index: number) => widths[index % widths.length] ?? 0
const everyWidth: View[] = widths.map(width => ({ scheme: 'light', width }))
const viewsOf = (index: number): View[] => [
  ...everyWidth.map(view => ({ ...view, ...(view.width === widthAt(index) && { axe: 'all' as const }) })),
  { scheme: 'dark', width: widthAt(index + 1), axe: 'colours' },
  { scheme: 'forced', width: widthAt(index + 2) },
]

test(
  'shows every screen whole, accessible and small, at four widths, in three schemes and in four locales',
  async () => {
    const stack = await startStack({ base: 'console' })
    const made = await furnish(stack)
    const addresses = addressesOf(made)
    const [first = '', ...others] = locales
    const tour = await startTour(stack, made, { locale: first })
    const { page } = await tour.goTo(addresses[0] as (typeof addresses)[0])
    const routes = (await routesIn(page)).filter(route => !withoutScreen.includes(route))
    expect(new Set(addresses.flatMap(({ route }) => route ?? []))).toEqual(new Set(routes))

    const found: string[] = []
    for (const [index, address] of addresses.entries())
      found.push(...(await inspect(tour, address, viewsOf(index))))
    for (const [nth, locale] of others.entries()) {
      const tour = await startTour(stack, made, { locale })
      const some = addresses.filter(({ route }, index) => route && index % others.length === nth)
      for (const address of some)
        found.push(...(await inspect(tour, address, everyWidth)).map(fault => `${locale}: ${fault}`))
    }
    expect(found).toEqual([])
  },
  mostMs,
)
