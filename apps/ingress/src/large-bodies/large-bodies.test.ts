import { expect, test } from 'vitest'
import { openLargeBodies } from './large-bodies.js'

/** On a clock of our own, on which each body takes 20 ms; `rests` are those that were taken. */
function start() {
  let now = 0
  const rests: number[] = []
  const bodies = openLargeBodies(
    () => now,
    async ms => {
      rests.push(ms)
      now += ms
    },
  )
  const read = () => {
    now += 20
  }
  return { bodies, read, rests }
}

const times = <Result>(count: number, call: () => Result) => Array.from({ length: count }, call)

test('between two large bodies the event loop turns, so that small ones get through', async () => {
  const { bodies, read, rests } = start()
  let turns = 0
  let isOver = false
  const turn = () => {
    turns++
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const readAt: number[] = []
  await Promise.all(times(8, () => bodies.inTurn('heavy', () => readAt.push(turns))))
  isOver = true
  expect(new Set(readAt).size).toBe(8)
  await bodies.inTurn('heavy', read)
  expect(rests).toEqual([])
})

test('while small ones come, large ones get a quarter of the time', async () => {
  const { bodies, read, rests } = start()
  bodies.sawSmall()
  await Promise.all(times(4, () => bodies.inTurn('heavy', read)))
  expect(rests).toEqual([60, 60, 60])
})

test('so many wait of one hook, and so many in all', async () => {
  const { bodies } = start()
  const ofOne = await Promise.all(times(20, () => bodies.inTurn('heavy', () => 'read')))
  expect(ofOne.filter(answer => answer === 'no_room_for_body')).toHaveLength(4)
  const ofMany = await Promise.all(times(80, () => bodies.inTurn(`${Math.random()}`, () => 'read')))
  expect(ofMany.filter(answer => answer === 'no_room_for_body')).toHaveLength(16)
  expect(await bodies.inTurn('heavy', () => 'read')).toBe('read')
})
