import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Not in git. For people to check. */
const folder = fileURLToPath(new URL('screenshots', import.meta.url))
const [wide, narrow] = [
  { width: 1280, height: 800 },
  { width: 380, height: 800 },
]
/** Dark mode differs only in colours, which do not depend on the width. */
const views = [
  { as: 'light-narrow', size: narrow, colorScheme: 'light', rules: [] },
  { as: 'dark-wide', size: wide, colorScheme: 'dark', rules: ['color-contrast', 'link-in-text-block'] },
  { as: 'light-wide', size: wide, colorScheme: 'light', rules: [] },
] as const

/**
 * Checks the page in light (wide and narrow) and in dark: axe reports nothing but minor findings, and nothing overflows the
 * page. Saves screenshots as `name`. Leaves the page wide and light.
 */
export async function look(page: Page, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  for (const { as, size, colorScheme, rules } of views) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await overflow(page), `${name}, ${as}`).toBe(0)
    expect(await violations(page, [...rules]), `${name}, ${as}`).toEqual([])
    await page.screenshot({ path: `${folder}/${name}-${as}.png` })
  }
}

/** Returns by how many pixels the page is wider than its window. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return Math.max(0, scrollWidth - clientWidth)
  })
}

/** Returns the critical, serious and moderate violations that axe finds with these rules (none: all rules), with their elements. */
export async function violations(page: Page, rules: string[] = []): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const { violations: found } = await page.evaluate(
    rules =>
      (globalThis as unknown as { axe: typeof axe }).axe.run({
        ...(rules.length > 0 && { runOnly: rules }),
        resultTypes: ['violations'],
        preload: false, // only one rule, about rotated phones, needs style sheets
      }),
    rules,
  )
  return found
    .filter(({ impact }) => impact !== 'minor')
    .flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.html} ${node.failureSummary}`))
}
