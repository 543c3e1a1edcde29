import { deliveryOf, postId, timeOf } from '@posthorn/core'
import { expect, test } from 'vitest'
import { makeIds, newSecret } from './ids.js'

test('generates 100,000 distinct, ascending ids within one frozen millisecond', () => {
  const next = makeIds({ now: () => 1_800_000_000_000, random: limit => limit - 1 })
  const ids = Array.from({ length: 100_000 }, next)
  expect(new Set(ids).size).toBe(100_000)
  expect(ids.toSorted()).toEqual(ids)
  expect(ids.every(id => id.length === 26 && timeOf(id) === 1_800_000_000_000)).toBe(true)
})

test('generates ascending ids when the clock is set back by less than 10 s', () => {
  const clock = [5_000, 4_000, 4_500, 6_000]
  const next = makeIds({ now: () => clock.shift() ?? 7_000, random: limit => limit - 1 })
  const ids = Array.from({ length: 5 }, next)
  expect(ids.toSorted()).toEqual(ids)
})

test('follows a clock that returns from a jump ahead, with distinct ids, none of them in the future', () => {
  const hourMs = 3_600_000
  const clock = [1_000, hourMs, hourMs - 10_000, 2_000, 2_000, 3_000]
  const wentBack: number[] = []
  const next = makeIds({
    now: () => clock.shift() ?? 4_000,
    random: limit => limit - 1,
    wentBack: ms => wentBack.push(ms),
  })
  const ids = Array.from({ length: 7 }, next)
  expect(ids.map(timeOf)).toEqual([1_000, hourMs, hourMs, 2_000, 2_000, 3_000, 4_000])
  expect(new Set(ids).size).toBe(7)
  expect(wentBack).toEqual([hourMs - 2_000])
})

test('orders the posts of a delivery between it and the next delivery', () => {
  const next = makeIds({ now: () => 1_800_000_000_000, random: limit => limit - 1 })
  const [first, second] = [next(), next()]
  const posts = [1, 2, 31, 32, 1000].map(number => postId(first, number))
  expect([first, ...posts, second].toSorted()).toEqual([first, ...posts, second])
  expect(posts.map(deliveryOf)).toEqual(posts.map(() => first))
})

test('generates secrets of 26 characters of [a-z0-9] without repeats', () => {
  const secrets = Array.from({ length: 1000 }, newSecret)
  expect(secrets.every(secret => /^[a-z0-9]{26}$/.test(secret))).toBe(true)
  expect(new Set(secrets).size).toBe(1000)
})
