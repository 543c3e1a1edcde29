import { expect, onTestFinished, test } from 'vitest'
import { defaultBodyLimits, openBodyBudget } from './body-budget.js'

function open(limits: Partial<typeof defaultBodyLimits> = {}) {
  const budget = openBodyBudget({ ...defaultBodyLimits, ...limits })
  onTestFinished(budget.close)
  return (owner: string) => budget.begin(owner, () => {})
}

test('limits the memory of unfinished bodies per owner and in total, and frees it when they end', () => {
  const begin = open({ inAllBytes: 3000, perOwnerBytes: 2000 })
  const [first, second, other, last] = [begin('a'), begin('a'), begin('b'), begin('c')]
  expect(first.take(1500, 1500)).toBeUndefined()
  expect(second.take(600, 600)).toBe('no_room_for_body')
  expect(other.take(1500, 1500)).toBeUndefined()
  expect(last.take(100, 100)).toBe('no_room_for_body')
  first.end()
  first.end()
  expect(last.take(1500, 1500)).toBeUndefined()
  expect(second.take(100, 100)).toBe('no_room_for_body')
})

test('rejects a body in tiny pieces early, but not one in small pieces', () => {
  const begin = open()
  const piecesOf = (bytes: number) => {
    const body = begin('a')
    let pieces = 0
    while (pieces < 10_000 && body.take(bytes, 0) === undefined) pieces++
    return pieces
  }
  expect(piecesOf(1)).toBeLessThan(1100)
  expect(piecesOf(100)).toBe(10_000)
})

test('gives up once on a body that does not arrive, and never on one that does', async () => {
  const budget = openBodyBudget({ ...defaultBodyLimits, patienceMs: 0, leastBytesPerSecond: 1000 })
  onTestFinished(budget.close)
  let kept = true
  const quick = budget.begin('b', () => {
    kept = false
  })
  quick.take(1024 * 1024, 0)
  await new Promise<void>(resolve => {
    const slow = budget.begin('a', () => {
      slow.end()
      resolve()
    })
  })
  expect(kept).toBe(true)
})
