import type { Page } from 'playwright-core'
import { violations } from '../look.js'
import type { Address } from './addresses.js'
import { misfits } from './misfits.js'
import type { Overlay } from './overlays.js'
import { type Scheme, schemes, type Tour } from './tour.js'

/** Bytes on the wire: of a page that is loaded anew with an empty cache, and of a screen that a link leads to. */
const mostBytes = { page: 200_000, screen: 50_000 }
/** Light and dark differ only in colours. */
const aboutColours = ['color-contrast', 'link-in-text-block']

export type View = {
  scheme: Scheme
  width: number
  /** Which of axe's rules to check. */
  axe?: 'all' | 'colours'
}

/** Waits until the page has followed a change of its window, which takes effect in the next frame. */
function rendered(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )
}

/** Says whether the screen, or a part of it, could not be loaded. Errors of forms have no heading. */
async function errorsOf(page: Page, failed: string[]): Promise<string[]> {
  const shown = await page.locator('[role=alert]').getByRole('heading').allTextContents()
  return [...shown.map(title => `shows an error: ${title}`), ...failed.map(call => `a call failed: ${call}`)]
}

/** Shows a screen in each view, and returns what is wrong with it. `onView` can take a picture. */
export async function inspect(
  tour: Tour,
  address: Address,
  views: View[],
  onView?: OnView,
): Promise<string[]> {
  const { page, bytes, failed } = await tour.goTo(address)
  const most = address.route ? mostBytes.screen : mostBytes.page
  const found = bytes > most ? [`${address.name}: ${bytes} bytes, more than ${most}`] : []
  if (address.route) found.push(...(await errorsOf(page, failed)).map(error => `${address.name}: ${error}`))
  for (const view of views) found.push(...(await faultsIn(page, address.name, view, onView)))
  return found
}

type OnView = (page: Page, view: View) => Promise<unknown>

/** Shows the page in a view, and returns what is wrong with it. */
async function faultsIn(page: Page, name: string, view: View, onView?: OnView): Promise<string[]> {
  const { scheme, width, axe } = view
  await page.setViewportSize({ width, height: 800 })
  await page.emulateMedia(schemes[scheme])
  await rendered(page)
  const faults = await misfits(page)
  if (axe) faults.push(...(await violations(page, axe === 'colours' ? aboutColours : [])))
  await onView?.(page, view)
  return faults.map(fault => `${name}, ${width} px, ${scheme}: ${fault}`)
}

/** Opens a dialog or menu in each view, and returns what is wrong with it. Escape must close it and return the focus. */
export async function inspectOverlay(
  tour: Tour,
  { name, path, route, open }: Overlay,
  views: View[],
  onView?: OnView,
): Promise<string[]> {
  const { page } = await tour.goTo({ name, path, route })
  const found: string[] = []
  for (const view of views) {
    await page.setViewportSize({ width: view.width, height: 800 })
    await open(page)
    const overlay = page.locator('dialog[open], [popover]:popover-open')
    await overlay.first().waitFor()
    found.push(...(await faultsIn(page, name, view, onView)))
    await page.keyboard.press('Escape')
    await overlay.waitFor({ state: 'hidden' })
    const focused = await page.evaluate(() => document.activeElement?.localName)
    if (focused === 'body') found.push(`${name}, ${view.width} px: Escape loses the focus`)
  }
  return found
}
