import { expect, test } from 'vitest'
import type { Delivery } from './delivery.js'
import { openLanes } from './lanes.js'

let made = 0
const delivery = (hookId: string): Delivery => ({ id: `${made++}`, hookId, requestId: '', payload: '' })
const many = (hookId: string, number: number) => Array.from({ length: number }, () => delivery(hookId))

test('puts 1,000 deliveries of each hook into the shared lane and the rest into the flood lane, in order', () => {
  const inLanes = openLanes(() => 0)
  const [flood, busy] = [many('flooding', 1500), many('busy', 1000)]
  const sent = [...flood.slice(0, 700), ...busy, ...flood.slice(700)]
  expect(inLanes(sent)).toEqual({
    shared: [...flood.slice(0, 700), ...busy, ...flood.slice(700, 1000)],
    flood: flood.slice(1000),
  })
})

test('counts a hook’s share per second, across all writes', () => {
  let nowMs = 0
  const inLanes = openLanes(() => nowMs)
  const sharedOf = (number: number) => inLanes(many('flooding', number)).shared.length
  expect([sharedOf(600), sharedOf(600)]).toEqual([600, 400])
  nowMs = 999
  expect(sharedOf(600)).toBe(0)
  nowMs = 1000
  expect(sharedOf(600)).toBe(600)
})

test('puts long deliveries and those of more than ten posts into the flood lane, without using up the share', () => {
  const inLanes = openLanes(() => 0)
  const large = [
    { ...delivery('busy'), posts: 11 },
    { ...delivery('busy'), payload: 'x'.repeat(40_001), posts: 1 },
    { ...delivery('busy'), payload: 'x'.repeat(1024 * 1024), posts: 263 },
  ]
  const small = many('busy', 1000)
  expect(inLanes([...large, ...small])).toEqual({ shared: small, flood: large })
})

test('counts posts and characters against the share, not deliveries', () => {
  const ofTen = Array.from({ length: 150 }, () => ({ ...delivery('posts'), posts: 10 }))
  const long = Array.from({ length: 150 }, () => ({
    ...delivery('long'),
    payload: 'x'.repeat(4000),
    posts: 1,
  }))
  const sharedOf = (sent: Delivery[]) => openLanes(() => 0)(sent).shared.length
  expect(sharedOf(ofTen)).toBeLessThan(10)
  expect(sharedOf(long)).toBe(65)
})
