import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Not in git: for people to look at. */
const folder = fileURLToPath(new URL('screenshots', import.meta.url))
const sizes = [
  { name: 'wide', width: 1280, height: 800 },
  { name: 'narrow', width: 380, height: 800 },
]

/**
 * Looks at what is shown in light and dark, wide and narrow: axe finds nothing serious, nothing is wider than the page, and
 * a picture is kept under `name`. Leaves the page wide and light.
 */
export async function look(page: Page, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  for (const { name: size, ...viewport } of sizes.toReversed()) {
    await page.setViewportSize(viewport)
    expect(await overflow(page), `${name}, ${size}`).toBe(0)
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const hasOwnColours = size === 'wide' || colorScheme === 'light' // what is narrow has the dark colours of what is wide
      if (hasOwnColours) expect(await serious(page), `${name}, ${colorScheme}, ${size}`).toEqual([])
      await page.screenshot({ path: `${folder}/${name}-${colorScheme}-${size}.png` })
    }
  }
}

/** By how many pixels the page is wider than its window. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return Math.max(0, scrollWidth - clientWidth)
  })
}

/** What axe finds that keeps somebody out, with the elements it is about. */
async function serious(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run({ resultTypes: ['violations'] }),
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.html} ${node.failureSummary}`))
}
