import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { addressesOf } from '../console/screens/addresses.js'
import { furnish } from '../console/screens/furnish.js'
import { inspect, type View } from '../console/screens/inspect.js'
import { locales, type Scheme, schemes, startTour, widths } from '../console/screens/tour.js'
import { startStack } from '../console/stack.js'

/** Not in git. For people to look at. */
const folder = fileURLToPath(new URL('../console/screenshots/screens', import.meta.url))
const mostMs = 3_600_000

/** What axe reports does not depend on the locale. */
function viewsIn(locale: string): View[] {
  const axe = locale === locales[0] ? { axe: 'all' as const } : {}
  return (Object.keys(schemes) as Scheme[]).flatMap(scheme =>
    widths.map(width => ({ scheme, width, ...axe })),
  )
}

test.each(locales)(
  'shows every screen whole, accessible and small in %s, at four widths and in three schemes',
  async locale => {
    mkdirSync(folder, { recursive: true })
    const stack = await startStack({ base: 'console' })
    const made = await furnish(stack)
    const tour = await startTour(stack, made, { locale })
    const found: string[] = []
    for (const address of addressesOf(made))
      found.push(
        ...(await inspect(tour, address, viewsIn(locale), async (page, { scheme, width }) => {
          await page.screenshot({ path: `${folder}/${address.name}-${width}-${scheme}-${locale}.png` })
        })),
      )
    expect(found).toEqual([])
  },
  mostMs,
)
