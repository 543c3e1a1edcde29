import { expect, test } from 'vitest'
import { openPlaces } from './places.js'

test('places are bounded for each owner and in all, and are free again once left, however often', () => {
  const { take } = openPlaces({ inAll: 3, perOwner: 2 })
  const [first, second] = [take('a'), take('a')]
  expect([first, second, take('a')].map(place => place !== undefined)).toEqual([true, true, false])
  expect(take('b')).toBeDefined()
  expect(take('c')).toBeUndefined()
  first?.()
  first?.()
  expect([take('a'), take('a'), take('c')].map(place => place !== undefined)).toEqual([true, false, false])
})
