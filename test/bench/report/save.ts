import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chart } from './chart/chart.js'
import { themes } from './chart/theme.js'
import { page, readmeSection } from './page.js'
import type { Results } from './results.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))

const [ofAll, ofLarge] = ['docs/performance.json', 'docs/performance-large.json']

/** Writes the results, pages and pictures. Resolves to their paths. */
export async function save(results: Results): Promise<string[]> {
  const { connections } = results
  return write({
    [ofAll]: asJson(results),
    'docs/performance.md': page(results, existsSync(root + ofLarge) ? await read(ofLarge) : undefined),
    'README.md': replaceSection(await readFile(`${root}README.md`, 'utf8'), readmeSection(results)),
    ...(connections && {
      'docs/performance-light.svg': chart(connections, themes.light),
      'docs/performance-dark.svg': chart(connections, themes.dark),
    }),
  })
}

/** Writes the results of the part `large`, and the page with them. Resolves to their paths. */
export async function saveLarge(results: Results): Promise<string[]> {
  return write({ [ofLarge]: asJson(results), 'docs/performance.md': page(await read(ofAll), results) })
}

const asJson = (results: Results) => `${JSON.stringify(results, rounded, 2)}\n`

const read = async (file: string): Promise<Results> => JSON.parse(await readFile(root + file, 'utf8'))

async function write(files: Record<string, string>): Promise<string[]> {
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
