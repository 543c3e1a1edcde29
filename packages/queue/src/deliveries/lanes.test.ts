import { expect, test } from 'vitest'
import type { Delivery } from './delivery.js'
import { openLanes } from './lanes.js'

let made = 0
const delivery = (hookId: string, ownerId?: string): Delivery => ({
  ...{ id: `${made++}`, hookId, requestId: '', payload: '' },
  ...(ownerId !== undefined && { ownerId }),
})
const many = (hookId: string, number: number, ownerId?: string) =>
  Array.from({ length: number }, () => delivery(hookId, ownerId))

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

test('counts all hooks of an owner together', () => {
  const inLanes = openLanes(() => 0)
  const thirty = Array.from({ length: 30 }, (_, hook) => many(`hook ${hook}`, 95, 'member')).flat()
  const neighbour = many('neighbour', 1000)
  const { shared, flood } = inLanes([...thirty, ...neighbour])
  expect(shared).toHaveLength(2000)
  expect(flood.filter(({ ownerId }) => ownerId !== 'member')).toEqual([])
})

test('leaves room in the shared lane for an owner’s quiet hook while the other hooks flood', () => {
  let nowMs = 0
  const inLanes = openLanes(() => nowMs)
  const second = () => inLanes([...many('flooding', 5000, 'owner'), ...many('quiet', 50, 'owner')])
  second()
  nowMs = 1000
  const { shared } = second()
  expect(shared.filter(({ hookId }) => hookId === 'quiet')).toHaveLength(50)
  expect(shared.length).toBeGreaterThan(800)
  expect(shared.length).toBeLessThanOrEqual(1000)
})

test('does not divide the share of an owner who stays within it', () => {
  let nowMs = 0
  const inLanes = openLanes(() => nowMs)
  const second = () => inLanes([...many('busy', 900, 'owner'), ...many('quiet', 50, 'owner')])
  second()
  nowMs = 1000
  expect(second().flood).toEqual([])
})
