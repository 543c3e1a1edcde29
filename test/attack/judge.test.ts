import { expect, test } from 'vitest'
import { disturbance, figures, growth } from './judge.js'

const mebibytes = 1024 * 1024
const quiet = { reads: { tookMs: [4, 5, 10], failed: 0 } }
const before = { server: { memoryBytes: 100 * mebibytes, descriptors: 100 } }

test('accepts calls that take up to three times as long as without an attack', () => {
  expect(disturbance(figures({ reads: { tookMs: [9, 30, 30], failed: 0 } }, quiet))).toEqual([])
})

test('reports slower calls, failed calls, and kinds of calls without a response', () => {
  const missed = (reads: { tookMs: number[]; failed: number }) => disturbance(figures({ reads }, quiet))
  expect(missed({ tookMs: [5, 5, 31], failed: 0 })).toEqual(['reads: 3.1 × as slow'])
  expect(missed({ tookMs: [5, 5, 10], failed: 2 })).toEqual(['reads: 2 failed'])
  expect(missed({ tookMs: [], failed: 3 })).toEqual(['reads: NaN × as slow', 'reads: 3 failed'])
})

test('reports a part that is gone or holds much more than before', () => {
  const server = (mib: number, descriptors: number) => ({
    server: { memoryBytes: mib * mebibytes, descriptors },
  })
  expect(growth(server(260, 260), before)).toEqual([])
  expect(growth(server(270, 270), before)).toEqual(['server: memory grew', 'server: descriptors grew'])
  expect(growth({}, before)).toEqual(['server: gone'])
})
