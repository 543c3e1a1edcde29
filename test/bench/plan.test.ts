import { expect, test } from 'vitest'
import { full, inRounds } from './plan.js'

test('measures all rounds, one after another', async () => {
  expect(await inRounds({ ...full, rounds: 3 }, async round => round)).toEqual([1, 2, 3])
})

test('a part starts no round after its time, but always has one', async () => {
  expect(await inRounds({ ...full, rounds: 3, partSeconds: 0 }, async round => round)).toEqual([1])
})
