import { expect, test } from 'vitest'
import { openPlaces, openSessionPlaces } from './places.js'

test('limits places per owner and in total, and frees a place once however often it is left', () => {
  const { take } = openPlaces({ inAll: 3, perOwner: 2 })
  const [first, second] = [take('a'), take('a')]
  expect([first, second, take('a')].map(place => place !== undefined)).toEqual([true, true, false])
  expect(take('b')).toBeDefined()
  expect(take('c')).toBeUndefined()
  first?.()
  first?.()
  expect([take('a'), take('a'), take('c')].map(place => place !== undefined)).toEqual([true, false, false])
})

test('limits the places of all sessions of a user, and reserves none for a rejected session', () => {
  const places = openSessionPlaces({ inAll: 10, perSession: 2, perUser: 3 })
  const take = (id: string, userId: string) => places.take({ id, userId })
  const [first, ...others] = [take('a', 'ann'), take('a', 'ann'), take('a', 'ann'), take('b', 'ann')]
  expect(others.map(place => place !== undefined)).toEqual([true, false, true])
  expect([take('b', 'ann'), take('c', 'ben')].map(place => place !== undefined)).toEqual([false, true])
  first?.()
  first?.()
  expect([take('b', 'ann'), take('a', 'ann')].map(place => place !== undefined)).toEqual([true, false])
})
