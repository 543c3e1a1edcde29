import type { Settled } from '@posthorn/core'
import { expect, test } from 'vitest'
import { openOutcomeWaiters } from './outcome-waiters.js'

/** Longer than any of these tests. */
const withinMs = 3_600_000
const posted = (id: string) => ({ id, outcome: 'posted' }) as Settled
const open = () => openOutcomeWaiters(async () => [])

test('resolves all waits for a delivery with its first outcome, and no others', async () => {
  const waiters = open()
  const [one, again, other] = ['a', 'a', 'b'].map(id => waiters.expect(id, withinMs, 'owner'))
  waiters.onOutcomes([posted('a'), posted('c')])
  expect(await Promise.all([one?.settled, again?.settled])).toEqual([posted('a'), posted('a')])
  waiters.onOutcomes([{ ...posted('a'), outcome: 'rejected' } as Settled, posted('b')])
  expect([await one?.settled, await other?.settled]).toEqual([posted('a'), posted('b')])
})

test('lets at most 1,000 calls of one owner wait, and frees the place of a cancelled wait', () => {
  const waiters = open()
  const waits = Array.from({ length: 1001 }, (_, index) => waiters.expect(`d${index}`, withinMs, 'owner'))
  expect(waits.map(wait => wait !== undefined)).toEqual([...Array(1000).fill(true), false])
  waits[0]?.cancel()
  expect(waiters.expect('next', withinMs, 'owner')).toBeDefined()
  expect(waiters.expect('one more', withinMs, 'owner')).toBeUndefined()
  expect(waiters.expect('other', withinMs, 'another owner')).toBeDefined()
  waiters.close()
})

test('ends all waits without an outcome when it closes, and accepts no more', async () => {
  const waiters = open()
  const wait = waiters.expect('a', withinMs, 'owner')
  waiters.close()
  expect(await wait?.settled).toBeUndefined()
  expect(waiters.expect('a', withinMs, 'owner')).toBeUndefined()
})
