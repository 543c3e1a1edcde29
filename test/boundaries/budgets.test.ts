import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { functionsIn, type Measured, testsIn } from './functions.js'
import { sources, workspaces } from './imports.js'

/** Limits in lines: nine in ten are no longer than `ninth`, none longer than `longest`. */
type Budget = { ninth: number; longest: number }

const root = fileURLToPath(new URL('../..', import.meta.url))
const code = workspaces.flatMap(sources)

/** Lists TypeScript files below folders, either tests or all others. */
function typescriptIn(folders: string[], isTest: boolean): { file: string; text: string }[] {
  return folders
    .flatMap(folder =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(name => join(folder, name)),
    )
    .filter(file => /\.tsx?$/.test(file) && !/\/(node_modules|dist|generated)\//.test(file))
    .filter(file => /\.test\.tsx?$/.test(file) === isTest)
    .map(file => ({ file, text: readFileSync(join(root, file), 'utf8') }))
}

/** Returns the measures that exceed their budget, longest first. */
function overBudget(measured: Measured[], { ninth, longest }: Budget): string[] {
  const long = measured.filter(({ lines }) => lines > ninth)
  const over = long.length > measured.length / 10 ? long : long.filter(({ lines }) => lines > longest)
  return over
    .toSorted((one, other) => other.lines - one.lines)
    .map(({ file, name, lines }) => `${lines} lines: ${name} in ${file}`)
}

test('no file has more than 300 lines', () => {
  const files = code.map(({ file, text }) => ({
    name: 'all',
    file,
    lines: text.trimEnd().split('\n').length,
  }))
  expect(overBudget(files, { ninth: 300, longest: 300 })).toEqual([])
})
test('functions are small: nine in ten have 20 lines or fewer, and none more than 50', () => {
  const functions = code.flatMap(({ file, text }) => functionsIn(file, text))
  const ofTests = typescriptIn(['test'], false).flatMap(({ file, text }) => functionsIn(file, text))
  for (const all of [functions, ofTests]) {
    expect(all.length).toBeGreaterThan(500)
    expect(overBudget(all, { ninth: 20, longest: 50 })).toEqual([])
  }
})

test('tests are small: nine in ten have 24 lines or fewer', () => {
  const tests = typescriptIn(['apps', 'packages', 'test'], true).flatMap(({ file, text }) =>
    testsIn(file, text),
  )
  expect(tests.length).toBeGreaterThan(500)
  expect(overBudget(tests, { ninth: 24, longest: Number.POSITIVE_INFINITY })).toEqual([])
})

test('what is measured: functions that have a name, methods, and tests, each with all that stands in it', () => {
  const text = [
    'function outer() {',
    '  const inner = () => {',
    '    return [1].map(one => one)',
    '  }',
    '}',
    "test.each([1])('adds %s', async () => {",
    '  outer()',
    '})',
  ].join('\n')
  const found = [...functionsIn('a.ts', text), ...testsIn('a.ts', text)]
  expect(found.map(({ name, lines }) => [name, lines])).toEqual([
    ['outer', 5],
    ['inner', 3],
    ['adds %s', 3],
  ])
})
