import { expect, test } from 'vitest'
import { climbing, climbOf, levels } from './level.js'

const mebibyte = 1024 * 1024

/** Returns a phase whose server held these mebibytes, sample by sample, and whose workers stayed level. */
const phaseOf = (mebibytes: number[]) =>
  levels(
    mebibytes.map(held => ({
      server: { memoryBytes: held * mebibyte, descriptors: 1 },
      workers: { memoryBytes: 200 * mebibyte, descriptors: 1 },
    })),
  )
const samples = (mebibytesOf: (index: number) => number) =>
  Array.from({ length: 30 }, (_, n) => mebibytesOf(n))

test('a heap that climbs at first and then rises and falls is level', () => {
  const found = phaseOf(samples(n => Math.min(100 + 20 * n, 300) + (n % 3) * 30))
  expect(found.map(climbOf)).toEqual([1, 1])
  expect(climbing(found)).toEqual([])
})

test('reports a part that still grows at the end', () => {
  expect(climbing(phaseOf(samples(n => 100 + 20 * n)))).toEqual(['server: memory still climbed, 1.42 ×'])
})

test('a short phase shows nothing', () => {
  expect(phaseOf([100, 200, 400, 800])).toEqual([])
})
