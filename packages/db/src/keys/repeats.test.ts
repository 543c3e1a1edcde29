import { deliveryId, type KeyedDelivery, type Plan, postId, type Stored } from '@posthorn/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planKeys } from './plan.js'

const windowMs = 60_000
const idAt = (ms: number) => deliveryId(1_000_000 + ms, '0'.repeat(14))

/** A delivery that is accepted at `ms`. */
function repeat(ms: number, more: Partial<KeyedDelivery> = {}, number = 1): KeyedDelivery {
  const id = idAt(ms)
  const keys = { threadKey: '', updateKey: '', close: false, replyTo: '' }
  const content = { digest: 'content', windowMs, number }
  return { id, order: id, hookId: 'h', channelId: 'c', ...keys, collapse: content, ...more }
}

const nothing = (): Stored => ({ keys: new Map(), posts: new Map() })
const outcomes = ({ placements }: Plan) => placements.map(({ outcome }) => outcome)

/** Applies a plan to the stored state, as Postgres would. `counts`: the counter of each post. */
function store(state: Stored, plan: Plan, counts: Map<string, number>): void {
  for (const { id, first, rootId } of plan.placements) {
    if (first !== 'post') continue
    const own = postId(id, 1)
    state.posts.set(own, { id: own, channelId: 'c', rootId, updateAt: 1, contentOf: '', contentOrder: '' })
    counts.set(own, 1)
  }
  for (const [post, { count }] of plan.repeats) counts.set(post, count)
  for (const { name, isClosed, ...key } of plan.keys)
    state.keys.set(name, { ...key, isLive: !isClosed, deletedBy: '', version: 1 })
}

test('the window begins with the first post, and includes its last millisecond', () => {
  const state = nothing()
  store(state, planKeys([repeat(0)], state), new Map())
  expect(outcomes(planKeys([repeat(windowMs)], state))).toEqual(['collapsed'])
  expect(outcomes(planKeys([repeat(windowMs + 1)], state))).toEqual(['posted'])
  store(state, planKeys([repeat(windowMs)], state), new Map())
  expect(outcomes(planKeys([repeat(windowMs + 1)], state))).toEqual(['posted'])
})

test('a late delivery from before the window is posted, and the newer post goes on counting', () => {
  const state = nothing()
  store(state, planKeys([repeat(windowMs * 3)], state), new Map())
  const late = planKeys([repeat(0)], state)
  expect([outcomes(late), late.keys]).toEqual([['posted'], []])
  expect(outcomes(planKeys([repeat(windowMs * 3 - 5)], state))).toEqual(['collapsed'])
})

test('a hundred repeats in one batch are one change of one post', () => {
  const state = nothing()
  store(state, planKeys([repeat(0)], state), new Map())
  const plan = planKeys(
    Array.from({ length: 100 }, (_, index) => repeat(index + 1)),
    state,
  )
  const counter = { count: 101, lastAt: 1_000_100, by: idAt(100) }
  expect([...plan.repeats]).toEqual([[postId(idAt(0), 1), counter]])
  expect([plan.keys.length, plan.updates.size, plan.guarded.length]).toEqual([1, 0, 1])
})

test('an edit or deletion in the same batch ends the counter', () => {
  const post = postId(idAt(0), 1)
  for (const kind of ['edit', 'delete'] as const) {
    const state = nothing()
    store(state, planKeys([repeat(0)], state), new Map())
    const change = repeat(2, { collapse: undefined, change: { kind, posts: [post] } })
    const plan = planKeys([repeat(1), change, repeat(3)], state)
    expect(outcomes(plan)).toEqual(['collapsed', 'updated', 'posted'])
    expect(plan.repeats.size).toBe(0)
  }
})

test('the counter of a long text goes to the post that has room', () => {
  const state = nothing()
  const plan = planKeys([repeat(0, {}, 3), repeat(1, {}, 3)], state)
  expect([...plan.repeats.keys()]).toEqual([postId(idAt(0), 3)])
})

const keyed = fc.record({ updateKey: fc.constantFrom('', 'u'), threadKey: fc.constantFrom('', 't') })

test('law: the counters are the number of deliveries with that content, in any order and any batches', () => {
  const ids = fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7], { minLength: 1 })
  const sizes = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1 })
  fc.assert(
    fc.property(ids, sizes, keyed, (times, sizes, keys) => {
      const [state, counts] = [nothing(), new Map<string, number>()]
      const rest = times.map(ms => repeat(ms, keys))
      for (let batch = 0; rest.length > 0; batch++)
        store(state, planKeys(rest.splice(0, sizes[batch % sizes.length]), state), counts)
      expect([...counts.values()]).toEqual([times.length])
    }),
  )
})
