import fc from 'fast-check'
import { expect, test } from 'vitest'
import { base32, deliveryId, deliveryOf, idLength, postId, timeOf } from './ids.js'

const tails = fc.integer({ min: 0, max: 2 ** 50 }).map(value => base32(value, 14))
const times = fc.integer({ min: 0, max: 2 ** 48 })

test('ids sort by time of acceptance, then by tail', () => {
  fc.assert(
    fc.property(times, times, tails, tails, (time, otherTime, tail, otherTail) => {
      const inOrder = time < otherTime || (time === otherTime && tail <= otherTail)
      expect(deliveryId(time, tail) <= deliveryId(otherTime, otherTail)).toBe(inOrder)
    }),
  )
})

test('an id contains its millisecond and its delivery', () => {
  fc.assert(
    fc.property(times, tails, fc.integer({ min: 1, max: 1000 }), (time, tail, number) => {
      const delivery = deliveryId(time, tail)
      const post = postId(delivery, number)
      expect([post.length, timeOf(post), deliveryOf(post)]).toEqual([idLength, time, delivery])
    }),
  )
})

test('posts of a delivery sort next to each other, in order', () => {
  const delivery = deliveryId(1_700_000_000_000, base32(7, 14))
  const posts = Array.from({ length: 1000 }, (_, index) => postId(delivery, index + 1))
  expect(posts.toSorted()).toEqual(posts)
  expect(posts.every(post => delivery < post && post < deliveryId(1_700_000_000_000, base32(8, 14)))).toBe(
    true,
  )
})
