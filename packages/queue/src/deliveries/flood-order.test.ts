import { expect, test } from 'vitest'
import { openFloodOrder } from './flood.js'

/** Queues batches of one step each, and returns who gets the turns, in their order. */
function lane() {
  const batches: { owner: string; hook: string; priority: number }[] = []
  const order = openFloodOrder(async () => batches[0]?.priority)
  return {
    queue: (owner: string, hook: string, number: number) => {
      for (let batch = 0; batch < number; batch++) {
        const priority = order.next({ hookId: hook, ownerId: owner }, { size: 1, posts: 1, characters: 10 })
        batches.push({ owner, hook, priority })
      }
      batches.sort((one, other) => one.priority - other.priority)
    },
    next: (number: number) => batches.splice(0, number),
  }
}

const hooksOf = (batches: { hook: string }[]) => batches.map(({ hook }) => hook)

test('takes turns among owners, however many hooks they have', () => {
  const { queue, next } = lane()
  for (let round = 0; round < 20; round++)
    for (let hook = 0; hook < 30; hook++) queue('member', `hook ${hook}`, 1)
  queue('neighbour', 'neighbour', 10)
  const turns = next(100).map(({ owner }) => owner)
  expect(turns.indexOf('neighbour')).toBeLessThan(10)
  expect(turns.filter(owner => owner === 'neighbour')).toHaveLength(10)
})

test('serves an owner’s hook with little before all that the owner’s other hooks have', () => {
  const { queue, next } = lane()
  queue('owner', 'heavy', 200)
  queue('owner', 'light', 1)
  expect(hooksOf(next(5))).toContain('light')
})

test('keeps the order of one hook', () => {
  const { queue, next } = lane()
  queue('owner', 'one', 3)
  queue('owner', 'other', 3)
  queue('owner', 'one', 3)
  const priorities = next(9).filter(({ hook }) => hook === 'one')
  expect(priorities.map(({ priority }) => priority)).toEqual(
    priorities.map(({ priority }) => priority).toSorted((one, other) => one - other),
  )
})

test('estimates what waits of an owner, as of the last look, for hooks of which something waits', async () => {
  let [nowMs, lowest] = [0, 1]
  const order = openFloodOrder(
    async () => lowest,
    () => nowMs,
  )
  const hook = (hookId: string) => ({ hookId, ownerId: 'owner' })
  for (let batch = 0; batch < 100; batch++) order.next(hook('one'), { size: 1, posts: 4, characters: 1000 })
  expect(order.waiting(hook('one'))).toEqual({ posts: 400, characters: 100_000 })
  expect(order.waiting(hook('quiet'))).toBeUndefined()
  ;[nowMs, lowest] = [1000, 75]
  await order.look()
  expect(order.waiting(hook('one'))).toEqual({ posts: 100, characters: 25_000 })
  ;[nowMs, lowest] = [2000, 100]
  await order.look()
  expect(order.waiting(hook('one'))).toBeUndefined()
})
