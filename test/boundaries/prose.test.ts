import { basename, posix } from 'node:path'
import { expect, test } from 'vitest'
import { anchorsOf, cellsOf, isRow, type Page, pages, relativeLinks, tracked } from './markdown.js'

/** Entries of the changelog are one line each. `npm run bench -- save` writes parts of the others. */
const withLongLines = ['CHANGELOG.md', 'README.md', 'docs/performance.md']

const maxCellChars = 200
const maxLineChars = 130

/** Returns where lines match `isWrong`. */
function wrongLines(among: Page[], isWrong: (line: string) => boolean): string[] {
  return among.flatMap(({ file, lines }) =>
    lines.flatMap((line, index) => (isWrong(line) ? [`${file}:${index + 1}`] : [])),
  )
}

test('no table cell of a document has more than 200 characters', () => {
  expect(pages.length).toBeGreaterThan(5)
  const isWrong = (line: string) => isRow(line) && cellsOf(line).some(({ length }) => length > maxCellChars)
  expect(wrongLines(pages, isWrong)).toEqual([])
})

test('no line of prose in a document has more than 130 characters', () => {
  const written = pages.filter(({ file }) => !withLongLines.includes(file))
  expect(wrongLines(written, line => !isRow(line) && line.length > maxLineChars)).toEqual([])
})

/** Why a link leads nowhere, or undefined if it leads to a tracked file and one of its headings. */
function broken(page: Page, link: string): string | undefined {
  const [path = '', anchor] = link.split('#')
  const file = path === '' ? page.file : posix.join(posix.dirname(page.file), path).replace(/\/$/, '')
  const isThere = tracked.some(name => name === file || name.startsWith(`${file}/`))
  if (!isThere) return `${page.file}: no file ${link}`
  if (anchor === undefined) return undefined
  const target = pages.find(other => other.file === file)
  return target && anchorsOf(target).includes(anchor) ? undefined : `${page.file}: no heading ${link}`
}

test('every relative link in a document leads to a file, and every anchor to a heading', () => {
  const links = pages.flatMap(page => relativeLinks(page).map(link => ({ page, link })))
  expect(links.length).toBeGreaterThan(20)
  expect(links.flatMap(({ page, link }) => broken(page, link) ?? [])).toEqual([])
})

test('every test file that a document names is there', () => {
  const named = pages.flatMap(({ file, lines }) =>
    [...lines.join('\n').matchAll(/`([\w./-]+\.test\.tsx?)`/g)].map(([, name = '']) => ({ file, name })),
  )
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter(({ name }) => !tracked.includes(name))).toEqual([])
})

test('every decision has a date, a context, a consequence and a test, and stands in the index', () => {
  const decisions = pages.filter(({ file }) => /^docs\/decisions\/\d{3}-/.test(file))
  const index = pages.find(({ file }) => file === 'docs/decisions/README.md')?.lines.join('\n') ?? ''
  expect(decisions.length).toBeGreaterThan(35)
  const parts = [
    /^# \S/,
    /^_20\d\d-\d\d-\d\d/m,
    /^\*\*Context/m,
    /^\*\*Decision/m,
    /^\*\*Consequence/m,
    /^Tests: `/m,
  ]
  const isComplete = (text: string) => parts.every(part => part.test(text))
  expect(decisions.filter(one => !isComplete(one.lines.join('\n'))).map(({ file }) => file)).toEqual([])
  expect(decisions.filter(({ file }) => !index.includes(`](${basename(file)})`))).toEqual([])
  expect(new Set(decisions.map(({ file }) => basename(file).slice(0, 3))).size).toBe(decisions.length)
})

test('every part of docs/behaviour.md ends with its tests', () => {
  const text = pages.find(({ file }) => file === 'docs/behaviour.md')?.lines.join('\n') ?? ''
  const parts = text.split(/^## /m).slice(1)
  expect(parts.length).toBeGreaterThan(15)
  expect(parts.filter(part => !/^Tests: `[^#]*$/m.test(part)).map(part => part.split('\n')[0])).toEqual([])
})

test('links, anchors and cells are read as GitHub reads them', () => {
  const lines = [
    '# A `b`: c',
    '## Twice',
    '## Twice',
    '[x](y.md#z) `[no](link)` [out](https://e.com)',
    '| a\\|b | c |',
  ]
  const page = { file: 'a.md', lines }
  expect(anchorsOf(page)).toEqual(['a-b-c', 'twice', 'twice-1'])
  expect(relativeLinks(page)).toEqual(['y.md#z'])
  expect(cellsOf(lines[4] ?? '')).toEqual(['a\\|b', 'c'])
})
