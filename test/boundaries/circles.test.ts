import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { sources, workspaces } from './imports.js'

const files = workspaces.flatMap(sources)
const known = new Set(files.map(({ file }) => file))

const statically = /(?:^(?:import|export) .*?from |^\} from |^import )'(\.[^']+)'/gm
const atRunTime = /\bimport\('(\.[^']+)'/g

/** Returns each file's imports from its own workspace, including types. */
const importedBy = (...patterns: RegExp[]) =>
  new Map(
    files.map(({ file, text }) => [
      file,
      patterns
        .flatMap(pattern => [...text.matchAll(pattern)])
        .map(([, from = '']) => normalize(join(dirname(file), from)))
        .flatMap(path => [path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx')])
        .filter(path => known.has(path)),
    ]),
  )
const imported = importedBy(statically, atRunTime)

/** Returns the files of an import cycle that is reachable from `file`, if there is one. */
function circleAt(file: string, trail: string[], done: Set<string>): string[] | undefined {
  if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file]
  if (done.has(file)) return undefined
  for (const next of imported.get(file) ?? []) {
    const circle = circleAt(next, [...trail, file], done)
    if (circle) return circle
  }
  done.add(file)
  return undefined
}

test('has no import cycles', () => {
  expect([...imported.values()].flat().length).toBeGreaterThan(500)
  const done = new Set<string>()
  const circles = [...known].flatMap(file => circleAt(file, [], done) ?? [])
  expect(circles).toEqual([])
})

/** Whether one folder contains the other. A parent's index and its children may import each other. */
const isNested = (one: string, other: string) => one.startsWith(`${other}/`) || other.startsWith(`${one}/`)

test('no two folders import each other', () => {
  const pairs = [...importedBy(statically)].flatMap(([file, targets]) =>
    targets.map(target => [dirname(file), dirname(target)] as const),
  )
  const ways = new Set(pairs.map(([from, to]) => `${from} ${to}`))
  const mutual = pairs.filter(([from, to]) => from < to && !isNested(from, to) && ways.has(`${to} ${from}`))
  expect([...new Set(mutual.map(([from, to]) => `${from} ↔ ${to}`))]).toEqual([])
})
