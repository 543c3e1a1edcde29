import { expect, onTestFinished, test } from 'vitest'
import { openFullWindows } from './window.js'

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

/** Counts the entries of maps that `act` reads in loops. */
function entriesRead(act: () => void): number {
  const iterate = Map.prototype[Symbol.iterator]
  let read = 0
  Map.prototype[Symbol.iterator] = function* (this: Map<unknown, unknown>) {
    for (const entry of iterate.call(this)) {
      read++
      yield entry
    }
  } as typeof iterate
  onTestFinished(() => {
    Map.prototype[Symbol.iterator] = iterate
  })
  act()
  return read
}

test('adds a full window without searching all others', () => {
  const full = openFullWindows()
  const fill = () => {
    for (let key = 0; key < 1000; key++) full.add(`${key}`, { points: 5, rate: '5/60', endsInMs: 1e9 })
  }
  expect(entriesRead(fill)).toBeLessThanOrEqual(1000)
})
