import { expect, test } from 'vitest'
import type { JudgedCall, UnreadCall } from '../judge.js'
import { openLargeBodies } from './large-bodies.js'

const call: UnreadCall = { body: new Uint8Array(), contentType: undefined, query: '', maxPosts: 1 }
const said: JudgedCall = { outcome: 'no_text' }

/** On a clock of our own, on which each body takes 20 ms; `rests` are those that were taken. */
function start(read: () => Promise<JudgedCall> = async () => said) {
  let now = 0
  const rests: number[] = []
  const reader = {
    run: async () => {
      now += 20
      return read()
    },
    close: async () => {},
  }
  const rest = async (ms: number) => {
    rests.push(ms)
    now += ms
  }
  return { bodies: openLargeBodies(reader, () => now, rest), rests }
}

const times = <Result>(count: number, call: () => Result) => Array.from({ length: count }, call)

test('one is read at a time, and without a rest when nobody else sends', async () => {
  let reading = 0
  const { bodies, rests } = start(async () => {
    expect(++reading).toBe(1)
    await new Promise(setImmediate)
    reading--
    return said
  })
  expect(await Promise.all(times(8, () => bodies.inTurn('heavy', call)))).toEqual(Array(8).fill(said))
  expect(rests).toEqual([])
})

test('while small ones come, large ones get a quarter of the time', async () => {
  const { bodies, rests } = start()
  bodies.sawSmall()
  await Promise.all(times(4, () => bodies.inTurn('heavy', call)))
  expect(rests).toEqual([60, 60, 60])
})

test('so many wait of one hook, and so many in all', async () => {
  const { bodies } = start()
  const ofOne = await Promise.all(times(20, () => bodies.inTurn('heavy', call)))
  expect(ofOne.filter(answer => answer === 'no_room_for_body')).toHaveLength(3)
  const ofMany = await Promise.all(times(80, () => bodies.inTurn(`${Math.random()}`, call)))
  expect(ofMany.filter(answer => answer === 'no_room_for_body')).toHaveLength(15)
  expect(await bodies.inTurn('heavy', call)).toBe(said)
})

test('one that cannot be read is told to its sender, and the next is read', async () => {
  let read = 0
  const { bodies } = start(async () => {
    if (++read === 1) throw new Error('out of memory')
    return said
  })
  const [first, second] = [bodies.inTurn('heavy', call), bodies.inTurn('heavy', call)]
  await expect(first).rejects.toThrow('out of memory')
  expect(await second).toBe(said)
})
