import { expect, test } from 'vitest'
import { full, inRounds } from './plan.js'

test('every round is measured, one after another', async () => {
  expect(await inRounds({ ...full, rounds: 3 }, async round => round)).toEqual([1, 2, 3])
})

test('a part whose time is over begins no further round, but has one', async () => {
  expect(await inRounds({ ...full, rounds: 3, partSeconds: 0 }, async round => round)).toEqual([1])
})
