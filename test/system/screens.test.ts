import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addressesOf } from '../console/screens/addresses.js'
import { inspect, inspectOverlay, type View } from '../console/screens/inspect.js'
import { overlaysOf } from '../console/screens/overlays.js'
import { startFurnished } from '../console/screens/start-furnished.js'
import { locales, type Scheme, schemes, startTour, widths } from '../console/screens/tour.js'

/** Not in git. For people to look at. */
const folder = fileURLToPath(new URL('../console/screenshots/screens', import.meta.url))
const mostMs = 3_600_000
/** Beyond it, a list repeats itself. */
const mostHiddenPx = 2400

/** What axe reports does not depend on the locale. */
function viewsIn(locale: string): View[] {
  const axe = locale === locales[0] ? { axe: 'all' as const } : {}
  return (Object.keys(schemes) as Scheme[]).flatMap(scheme =>
    widths.map(width => ({ scheme, width, ...axe })),
  )
}

/** Saves a picture of what the page shows, down to the end of its content. */
const picturesOf =
  (name: string, locale: string) =>
  async (page: Page, { scheme, width }: View) => {
    const hidden = await page.evaluate(() => {
      const scroller = document.querySelector('main > [data-scroller]')
      return scroller && !document.querySelector('dialog[open]')
        ? scroller.scrollHeight - scroller.clientHeight
        : 0
    })
    await page.setViewportSize({ width, height: 800 + Math.min(hidden, mostHiddenPx) })
    await repaint(page)
    await page.screenshot({ path: `${folder}/${name}-${width}-${scheme}-${locale}.png` })
  }

/** Paints the page anew. After a change of schemes, Chromium keeps the colours of tables and of the page's ground. */
async function repaint(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { style } = document.documentElement
    style.display = 'none'
    document.documentElement.getBoundingClientRect()
    style.display = ''
  })
}

/** Starts a furnished console, and a tour of it in a locale. */
async function startTourIn(locale: string) {
  mkdirSync(folder, { recursive: true })
  const { stack, made } = await startFurnished()
  return { made, tour: await startTour(stack, made, { locale }) }
}

test.each(locales)(
  'shows every screen whole, accessible and small in %s, at four widths and in three schemes',
  async locale => {
    const { made, tour } = await startTourIn(locale)
    const found: string[] = []
    for (const address of addressesOf(made))
      found.push(...(await inspect(tour, address, viewsIn(locale), picturesOf(address.name, locale))))
    expect(found).toEqual([])
  },
  mostMs,
)

test.each([locales[0], 'ar-EG'])(
  'shows every dialog and menu whole and accessible in %s, at four widths and in three schemes, and returns the focus',
  async locale => {
    const { made, tour } = await startTourIn(locale)
    const found: string[] = []
    for (const overlay of overlaysOf(made))
      found.push(...(await inspectOverlay(tour, overlay, viewsIn(locale), picturesOf(overlay.name, locale))))
    expect(found).toEqual([])
  },
  mostMs,
)
