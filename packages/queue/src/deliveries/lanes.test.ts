import { expect, test } from 'vitest'
import type { Delivery } from './delivery.js'
import { openLanes } from './lanes.js'

let made = 0
const delivery = (hookId: string): Delivery => ({ id: `${made++}`, hookId, requestId: '', payload: '' })
const many = (hookId: string, number: number) => Array.from({ length: number }, () => delivery(hookId))

test('a thousand of each hook share a lane, the rest of a flood has one of its own, in order', () => {
  const inLanes = openLanes(() => 0)
  const [flood, busy] = [many('flooding', 1500), many('busy', 1000)]
  const sent = [...flood.slice(0, 700), ...busy, ...flood.slice(700)]
  expect(inLanes(sent)).toEqual({
    shared: [...flood.slice(0, 700), ...busy, ...flood.slice(700, 1000)],
    flood: flood.slice(1000),
  })
})

test('the thousand are those of one second, however many writes they come in', () => {
  let nowMs = 0
  const inLanes = openLanes(() => nowMs)
  const sharedOf = (number: number) => inLanes(many('flooding', number)).shared.length
  expect([sharedOf(600), sharedOf(600)]).toEqual([600, 400])
  nowMs = 999
  expect(sharedOf(600)).toBe(0)
  nowMs = 1000
  expect(sharedOf(600)).toBe(600)
})

test('what becomes more than ten posts, or is long, is a flood by itself and takes nothing from the share', () => {
  const inLanes = openLanes(() => 0)
  const large = [
    { ...delivery('busy'), posts: 11 },
    { ...delivery('busy'), payload: 'x'.repeat(40_001), posts: 1 },
    { ...delivery('busy'), payload: 'x'.repeat(1024 * 1024), posts: 263 },
  ]
  const small = many('busy', 1000)
  expect(inLanes([...large, ...small])).toEqual({ shared: small, flood: large })
})

test('the share counts posts and characters, not deliveries', () => {
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
