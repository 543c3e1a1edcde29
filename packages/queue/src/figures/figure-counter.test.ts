import { expect, test } from 'vitest'
import { openFigureCounter } from './figure-counter.js'

const minute = 60_000

test('returns a minute’s counts once, and all of them again when more are added', () => {
  let nowMs = 10 * minute + 59_999
  const counter = openFigureCounter(() => nowMs)
  expect(counter.takeChanged()).toEqual(new Map())
  counter.accepted()
  counter.refused('limited')
  expect(counter.takeChanged()).toEqual(
    new Map([[10 * minute, { sums: { accepted: 1, 'refused:limited': 1 }, peaks: {} }]]),
  )
  expect(counter.takeChanged()).toEqual(new Map())
  counter.accepted()
  nowMs++
  counter.rejected('no_text')
  expect([...counter.takeChanged()]).toEqual([
    [10 * minute, { sums: { accepted: 2, 'refused:limited': 1 }, peaks: {} }],
    [11 * minute, { sums: { 'rejected:no_text': 1 }, peaks: {} }],
  ])
})

test('returns minutes that were put back again, up to three hours of them', () => {
  let nowMs = 0
  const counter = openFigureCounter(() => nowMs)
  for (let at = 0; at < 300; at++) {
    nowMs = at * minute
    counter.accepted()
    counter.putBack(counter.takeChanged().keys())
  }
  const changed = counter.takeChanged()
  expect([changed.size, [...changed.values()].every(({ sums }) => sums.accepted === 1)]).toEqual([181, true])
})

test('returns the peak backlog of a minute, and nothing if nothing waits', () => {
  const counter = openFigureCounter(() => 0)
  counter.waiting({ deliveries: 0, oldestWaitingMs: { shared: 0, flood: 0 } })
  expect(counter.takeChanged().size).toBe(0)
  for (const deliveries of [3, 8, 2])
    counter.waiting({ deliveries, oldestWaitingMs: { shared: 9, flood: 0 } })
  expect(counter.takeChanged().get(0)).toEqual({ sums: {}, peaks: { backlog: 8, 'oldest:shared': 9 } })
})
