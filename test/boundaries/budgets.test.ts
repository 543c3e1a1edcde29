import { expect, test } from 'vitest'
import { sources, workspaces } from './imports.js'

/** Lines of a file: a room is seen at a glance. Half of them, nine in ten, and all are no longer than this. */
const budget = { median: 40, ninth: 110, longest: 250 }

test('files are small: half of them, nine in ten, and the longest', () => {
  const files = workspaces
    .flatMap(sources)
    .map(({ file, text }) => ({ file, lines: text.trimEnd().split('\n').length }))
    .toSorted((one, other) => one.lines - other.lines)
  const at = (part: number) => files[Math.floor(files.length * part)]?.lines
  expect(at(0.5)).toBeLessThanOrEqual(budget.median)
  expect(at(0.9)).toBeLessThanOrEqual(budget.ninth)
  expect(files.filter(({ lines }) => lines > budget.longest)).toEqual([])
})
