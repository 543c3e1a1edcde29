import type { JudgedCall, UnreadCall } from '@posthorn/formats'
import { expect, test } from 'vitest'
import { openLargeBodies } from './large-bodies.js'

const call: UnreadCall = { body: new Uint8Array(), contentType: undefined, query: '', maxPosts: 1 }
const judged: JudgedCall = { outcome: 'no_text' }

/** Uses a clock on which each body takes 20 ms, and records the pauses in `rests`. */
function start(read: () => Promise<JudgedCall> = async () => judged) {
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

test('reads one body at a time, without pauses while no small ones arrive', async () => {
  let reading = 0
  const { bodies, rests } = start(async () => {
    expect(++reading).toBe(1)
    await new Promise(setImmediate)
    reading--
    return judged
  })
  expect(await Promise.all(times(8, () => bodies.inTurn('heavy', call)))).toEqual(Array(8).fill(judged))
  expect(rests).toEqual([])
})

test('gives large bodies a quarter of the time while small ones arrive', async () => {
  const { bodies, rests } = start()
  bodies.sawSmall()
  await Promise.all(times(4, () => bodies.inTurn('heavy', call)))
  expect(rests).toEqual([60, 60, 60])
})

test('limits the waiting bodies per hook and in total', async () => {
  const { bodies } = start()
  const ofOne = await Promise.all(times(20, () => bodies.inTurn('heavy', call)))
  expect(ofOne.filter(({ outcome }) => outcome === 'no_room_for_body')).toHaveLength(3)
  const ofMany = await Promise.all(times(80, () => bodies.inTurn(`${Math.random()}`, call)))
  expect(ofMany.filter(({ outcome }) => outcome === 'no_room_for_body')).toHaveLength(15)
  expect(await bodies.inTurn('heavy', call)).toBe(judged)
})

test('rejects a body that cannot be read, and reads the next', async () => {
  let read = 0
  const { bodies } = start(async () => {
    if (++read === 1) throw new Error('out of memory')
    return judged
  })
  const [first, second] = [bodies.inTurn('heavy', call), bodies.inTurn('heavy', call)]
  await expect(first).rejects.toThrow('out of memory')
  expect(await second).toBe(judged)
})
