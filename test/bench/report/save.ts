import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chart } from './chart/chart.js'
import { themes } from './chart/theme.js'
import { page, readmeSection } from './page.js'
import type { Results } from './results.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Writes the results, pages and pictures. Resolves to their paths. */
export async function save(results: Results): Promise<string[]> {
  const { connections } = results
  const files: Record<string, string> = {
    'docs/performance.json': `${JSON.stringify(results, rounded, 2)}\n`,
    'docs/performance.md': page(results),
    'README.md': replaceSection(await readFile(`${root}README.md`, 'utf8'), readmeSection(results)),
    ...(connections && {
      'docs/performance-light.svg': chart(connections, themes.light),
      'docs/performance-dark.svg': chart(connections, themes.dark),
    }),
  }
  for (const [file, text] of Object.entries(files)) await writeFile(root + file, text)
  return Object.keys(files)
}

/** Further digits are noise. */
const digits = 5

const rounded = (_name: string, value: unknown) =>
  typeof value === 'number' ? Number(value.toPrecision(digits)) : value

const [begin, end] = ['<!-- bench -->', '<!-- /bench -->']

/** @throws if the text lacks one of the marks */
export function replaceSection(text: string, section: string): string {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from === -1 || to < from) throw new Error(`README.md has no ${begin} … ${end}`)
  return `${text.slice(0, from + begin.length)}\n${section}\n${text.slice(to)}`
}
