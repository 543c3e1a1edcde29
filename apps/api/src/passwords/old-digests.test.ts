import { hash } from '@node-rs/bcrypt'
import { expect, test } from 'vitest'
import { fillingCosts, verifyOld } from './old-digests.js'

const work = (costs: number[]) => costs.reduce((sum, cost) => sum + 2 ** cost, 0)

test('a check takes the work of the highest cost, whatever the digest, and also without one', () => {
  for (const cost of [4, 7, 10, 12]) expect(work([cost, ...fillingCosts(cost, 12)])).toBe(2 ** 12)
  expect(work(fillingCosts(undefined, 12))).toBe(2 ** 12)
  expect(fillingCosts(undefined, 0)).toEqual([])
})

test('compares with bcrypt digests only, in all their spellings', async () => {
  const digest = await hash('secret', 4)
  const spellings = ['$2a', '$2b', '$2y'].map(start => start + digest.slice(3))
  expect(await Promise.all(spellings.map(one => verifyOld(one, 'secret', 4)))).toEqual([true, true, true])
  expect(await verifyOld(digest, 'Secret', 4)).toBe(false)
  expect(await verifyOld('$argon2id$v=19$…', 'secret', 4)).toBe(false)
})
