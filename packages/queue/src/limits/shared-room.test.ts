import { expect, test } from 'vitest'
import { openSharedRoom } from './shared-room.js'

test('leaves room for others, however much one owner takes', () => {
  const room = openSharedRoom(900)
  const fill = (owner: string) => {
    let taken = 0
    for (; room.hasFor(owner, 1); taken++) room.take(owner, 1)
    return taken
  }
  expect([fill('one'), fill('two'), fill('three')]).toEqual([900, 225, 56])
  room.giveBack('one', 900)
  expect(room.hasFor('two', 400)).toBe(true)
  room.clear()
  expect([room.hasFor('one', 900), room.hasFor('one', 901)]).toEqual([true, false])
})
