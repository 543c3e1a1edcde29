import {
  deliveryId,
  type KeyedDelivery,
  keyName,
  type Plan,
  postId,
  type Standing,
  type Stored,
} from '@posthorn/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planKeys } from './plan.js'

const hook = { hookId: 'h', channelId: 'c' }
const idOf = (number: number) => deliveryId(1_000_000 + number, '0'.repeat(14))

function delivery(number: number, more: Partial<KeyedDelivery> = {}): KeyedDelivery {
  const id = idOf(number)
  return { id, order: id, ...hook, threadKey: '', updateKey: '', close: false, replyTo: '', ...more }
}

const nothing = (): Stored => ({ keys: new Map(), posts: new Map() })
const outcomes = ({ placements }: Plan) => placements.map(({ outcome }) => outcome)

const content = (by: string) => ({ contentOf: by, contentOrder: by })

/** Applies a plan to the stored state, as Postgres would. `shown`: the delivery whose text each post has. */
function store(state: Stored, plan: Plan, shown: Map<string, string>): void {
  for (const { id, first, rootId, contentFrom } of plan.placements) {
    if (first !== 'post') continue
    const own = postId(id, 1)
    shown.set(own, contentFrom ?? id)
    state.posts.set(own, { id: own, channelId: 'c', rootId, updateAt: 1, ...content(contentFrom ?? '') })
  }
  for (const [id, { by }] of plan.updates) {
    shown.set(id, by)
    const before = state.posts.get(id)
    if (before) state.posts.set(id, { ...before, ...content(by) })
  }
  for (const { name, isClosed, ...key } of plan.keys)
    state.keys.set(name, { ...key, isLive: !isClosed, deletedBy: '', version: 1 })
}

test('an older state never replaces a newer one', () => {
  const state = nothing()
  store(state, planKeys([delivery(2, { updateKey: 'k' })], state), new Map())
  const late = planKeys([delivery(1, { updateKey: 'k' })], state)
  expect(outcomes(late)).toEqual(['superseded'])
  expect([late.updates.size, late.keys]).toEqual([0, []])
})

test('a replay has the place of its original in the order', () => {
  const state = nothing()
  store(state, planKeys([delivery(2, { updateKey: 'k' })], state), new Map())
  const replay = delivery(9, { updateKey: 'k', order: idOf(1) })
  expect(outcomes(planKeys([replay], state))).toEqual(['superseded'])
})

test('a closed key keeps its order, so a late delivery opens no new post', () => {
  const state = nothing()
  store(state, planKeys([delivery(5, { updateKey: 'k', close: true })], state), new Map())
  expect(outcomes(planKeys([delivery(4, { updateKey: 'k' })], state))).toEqual(['superseded'])
  expect(outcomes(planKeys([delivery(6, { updateKey: 'k' })], state))).toEqual(['posted'])
})

test('a late delivery still replies in a thread that was closed after it, and does not open it again', () => {
  const state = nothing()
  store(
    state,
    planKeys([delivery(1, { threadKey: 'k' }), delivery(5, { threadKey: 'k', close: true })], state),
    new Map(),
  )
  const late = planKeys([delivery(4, { threadKey: 'k' })], state)
  expect(outcomes(late)).toEqual(['replied'])
  expect(late.keys.every(({ isClosed }) => isClosed)).toBe(true)
})

test('an edit by id is newer than a late update', () => {
  const state = nothing()
  store(state, planKeys([delivery(1, { updateKey: 'k' })], state), new Map())
  const post = postId(idOf(1), 1)
  store(state, planKeys([delivery(5, { change: { kind: 'edit', posts: [post] } })], state), new Map())
  expect(outcomes(planKeys([delivery(4, { updateKey: 'k' })], state))).toEqual(['superseded'])
  expect(outcomes(planKeys([delivery(6, { updateKey: 'k' })], state))).toEqual(['updated'])
})

/** A state of one update key, in which these things stand so. */
const state = (number: number, standing: Standing, more: Partial<KeyedDelivery> = {}) =>
  delivery(number, { updateKey: 'k', news: { standing, inChannel: false }, ...more })

/** Plans states one by one, and returns for each whether it is news. */
function newsOf(deliveries: KeyedDelivery[], state = nothing()): boolean[] {
  return deliveries.map(each => {
    const plan = planKeys([each], state)
    store(state, plan, new Map())
    return plan.placements.some(({ isNews }) => isNews)
  })
}

test('an update is news if something joins, gets worse or is bad again, and at no other time', () => {
  const states = [
    state(1, { a: 1 }),
    state(2, { a: 1 }),
    state(3, { a: 1, b: 1 }),
    state(4, { b: 1 }),
    state(5, { a: 1, b: 1 }),
    state(6, { a: 2, b: 1 }),
    state(7, { a: 1, b: 1 }),
    state(8, {}, { close: true }),
    state(9, { a: 2 }),
  ]
  expect(newsOf(states)).toEqual([false, false, true, false, true, true, false, false, false])
})

test('an older state and a replay of the newest are no news, and states without a standing change none', () => {
  const stored = nothing()
  expect(newsOf([state(1, {}), state(5, { a: 1 })], stored)).toEqual([false, true])
  expect(newsOf([state(4, { a: 9 }), state(9, { a: 1 }, { order: idOf(5) })], stored)).toEqual([false, false])
  expect(newsOf([delivery(10, { updateKey: 'k' }), state(11, { a: 1 })], stored)).toEqual([false, false])
})

test('states that wait together are news once, compared with what the post showed before', () => {
  const stored = nothing()
  store(stored, planKeys([state(1, { a: 1 })], stored), new Map())
  const together = planKeys([state(2, { a: 1, b: 1 }), state(3, {}), state(4, { b: 1 })], stored)
  expect(together.placements.map(({ outcome, isNews }) => [outcome, isNews])).toEqual([
    ['superseded', false],
    ['superseded', false],
    ['updated', true],
  ])
  const opened = planKeys([state(1, {}), state(2, { a: 1 })], nothing())
  expect(opened.placements.map(({ outcome, isNews }) => [outcome, isNews])).toEqual([
    ['posted', false],
    ['updated', false],
  ])
})

test('law: replies in between do not make an update late', () => {
  const numbers = fc.shuffledSubarray([2, 3, 4, 5, 6, 7], { minLength: 1 })
  const replies = fc.subarray([2, 3, 4, 5, 6, 7])
  fc.assert(
    fc.property(numbers, replies, (arriving, replying) => {
      const [state, shown] = [nothing(), new Map<string, string>()]
      store(state, planKeys([delivery(1, { updateKey: 'k' })], state), shown)
      for (const number of arriving) {
        const key = replying.includes(number) ? { threadKey: 'k' } : { updateKey: 'k' }
        store(state, planKeys([delivery(number, key)], state), shown)
      }
      const latest = Math.max(1, ...arriving.filter(number => !replying.includes(number)))
      expect(shown.get(postId(idOf(1), 1))).toBe(idOf(latest))
    }),
  )
})

const anyKeys = fc.record({
  updateKey: fc.constantFrom('', 'u', 'v'),
  threadKey: fc.constantFrom('', 'u', 't'),
  close: fc.boolean(),
})

test('law: the posts show the same texts, whatever the batches', () => {
  const run = (all: KeyedDelivery[], sizes: number[]) => {
    const [state, shown] = [nothing(), new Map<string, string>()]
    const rest = [...all]
    for (let batch = 0; rest.length > 0; batch++)
      store(state, planKeys(rest.splice(0, sizes[batch % sizes.length]), state), shown)
    const keys = [...state.keys].map(([name, { postId, isLive }]) => [name, postId, isLive])
    return { shown: [...shown].toSorted(), keys: keys.toSorted() }
  }
  const named = fc.array(
    anyKeys.filter(keys => keys.updateKey + keys.threadKey !== ''),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(named, fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1 }), (keys, sizes) => {
      const all = keys.map((each, index) => delivery(index + 1, each))
      expect(run(all, sizes)).toEqual(run(all, [1]))
    }),
  )
})

test('law: the last accepted state wins, in whatever order deliveries arrive', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray([1, 2, 3, 4, 5, 6], { minLength: 1 }), numbers => {
      const [state, shown] = [nothing(), new Map<string, string>()]
      for (const number of numbers)
        store(state, planKeys([delivery(number, { updateKey: 'k' })], state), shown)
      expect([...shown.values()]).toEqual([idOf(Math.max(...numbers))])
      expect(state.keys.get(keyName(hook, 'k'))?.appliedId).toBe(idOf(Math.max(...numbers)))
    }),
  )
})
