import { expect, test } from 'vitest'
import { openFullWindows } from './full-windows.js'

test('remembers a full window until it ends or the rate changes', () => {
  let nowMs = 0
  const full = openFullWindows(() => nowMs)
  full.add('one', { points: 5, rate: '5/60', endsInMs: 60_000 })
  full.add('two', { points: 5, rate: '5/60', endsInMs: 1000 })
  nowMs = 999
  expect(full.find('one', '5/60')).toEqual({ admitted: false, limit: 5, remaining: 0, resetSeconds: 60 })
  expect(full.find('two', '5/60')?.resetSeconds).toBe(1)
  expect(full.find('three', '5/60')).toBeUndefined()
  nowMs = 1000
  expect(full.find('two', '5/60')).toBeUndefined()
  expect(full.find('one', '6/60')).toBeUndefined()
})

/** Returns the time to add full windows one after another while none ends: the best of three. */
function fillMs(windows: number): number {
  const took = Array.from({ length: 3 }, () => {
    const full = openFullWindows()
    const began = performance.now()
    for (let key = 0; key < windows; key++) full.add(`${key}`, { points: 5, rate: '5/60', endsInMs: 1e9 })
    return performance.now() - began
  })
  return Math.min(...took)
}

test('adds a full window without searching all others', () => {
  fillMs(4000) // warms up the code
  expect(fillMs(40_000) / fillMs(1000)).toBeLessThan(400) // about 40; a full search would make it 1,600
})
