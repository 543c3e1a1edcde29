import { expect, test } from 'vitest'
import type { AtConnections } from '../connections.js'
import { chart } from './chart.js'
import { logScale } from './scale.js'
import { themes } from './theme.js'

test('a scale starts and ends at a tick, contains all values, and gives equal ratios equal space', () => {
  const { at, ticks } = logScale([3, 70], 100)
  expect(ticks).toEqual([2, 5, 10, 20, 50, 100])
  expect([at(2), at(100)]).toEqual([0, 100])
  expect(at(20) - at(5)).toBeCloseTo(at(40) - at(10))
})

test('a scale over many powers of ten shows only these', () => {
  expect(logScale([0.3, 20_000], 100).ticks).toEqual([1, 10, 100, 1000, 10_000])
})

test('a scale works for one value and for none', () => {
  expect(logScale([10], 100).ticks).toEqual([10, 20])
  expect(logScale([Number.NaN], 100).ticks.length).toBeGreaterThan(1)
})

const run = (factor: number) => ({
  acceptedPerSecond: 200 * factor,
  postedPerSecond: 190 * factor,
  answerMs: { p50: 4 / factor, p99: 9 / factor },
  committedMs: { p50: 8 / factor, p99: 20 / factor },
  processorMs: 6 / factor,
  processorMsOf: { ingress: 6 / factor },
})

const all: AtConnections[] = [1, 4, 16, 64, 256].map(connections => ({
  connections,
  off: run(connections),
  confirm: run(connections / 2),
  naive: run(connections ** 0.7),
  bare: { acceptedPerSecond: 6000 * connections, answerMs: { p50: 0.1, p99: 1 } },
}))

test.each(['light', 'dark'] as const)('the %s chart has four panels that contain every figure', theme => {
  const drawn = chart(all, themes[theme])
  expect(drawn).not.toMatch(/NaN|Infinity|undefined/)
  expect(drawn.match(/<g /g)).toHaveLength(4)
  const marks = [...drawn.matchAll(/<(?:circle|rect) (?:cx|x)="([\d.-]+)" (?:cy|y)="([\d.-]+)"/g)]
  expect(marks).toHaveLength(4 + 5 * (4 + 3 + 3 + 3)) // the legend, and at each place a mark a series
  for (const [, x, y] of marks) {
    expect(Number(x)).toBeGreaterThan(0)
    expect(Number(y)).toBeGreaterThan(0)
    expect(Number(x)).toBeLessThan(440)
    expect(Number(y)).toBeLessThan(300)
  }
})
