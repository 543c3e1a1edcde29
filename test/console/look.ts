import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Not in git: for people to look at. */
const folder = fileURLToPath(new URL('screenshots', import.meta.url))
const [wide, narrow] = [
  { width: 1280, height: 800 },
  { width: 380, height: 800 },
]
/** What is narrow has the dark colours of what is wide, and the dark differs in nothing but colours. */
const views = [
  { as: 'light-narrow', size: narrow, colorScheme: 'light', rules: [] },
  { as: 'dark-wide', size: wide, colorScheme: 'dark', rules: ['color-contrast'] },
  { as: 'light-wide', size: wide, colorScheme: 'light', rules: [] },
] as const

/**
 * Looks at what is shown in light, wide and narrow, and in dark: axe finds nothing serious, nothing is wider than the page, and
 * pictures are kept under `name`. Leaves the page wide and light.
 */
export async function look(page: Page, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  for (const { as, size, colorScheme, rules } of views) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await overflow(page), `${name}, ${as}`).toBe(0)
    expect(await serious(page, [...rules]), `${name}, ${as}`).toEqual([])
    await page.screenshot({ path: `${folder}/${name}-${as}.png` })
  }
}

/** By how many pixels the page is wider than its window. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return Math.max(0, scrollWidth - clientWidth)
  })
}

/** What axe finds by these rules, or by all where none is named, that keeps somebody out, with the elements it is about. */
async function serious(page: Page, rules: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    rules =>
      (globalThis as unknown as { axe: typeof axe }).axe.run({
        ...(rules.length > 0 && { runOnly: rules }),
        resultTypes: ['violations'],
        preload: false, // style sheets are fetched for one rule only, about turned phones
      }),
    rules,
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.html} ${node.failureSummary}`))
}
