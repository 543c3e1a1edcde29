import { expect, test } from 'vitest'
import { endParts, type Part } from './shutdown.js'

const never = () => new Promise(() => {})
const patientMs = 60_000

/** Stops parts and returns the order, the log lines, and whether all have stopped. */
async function ending(parts: Omit<Part, 'withinMs'>[], withinMs: number, each = patientMs) {
  const [order, lines]: [string[], string[]] = [[], []]
  const noted = parts.map(({ name, end }): Part => {
    const noting = () => {
      order.push(name)
      return end()
    }
    return { name, end: noting, withinMs: each }
  })
  const haveAllEnded = await endParts(noted, line => lines.push(line), withinMs)
  return { haveAllEnded, order, lines }
}

test('stops the parts one after another, last first', async () => {
  let ended = false
  const slow = async () => {
    await new Promise(resolve => setImmediate(resolve))
    ended = true
  }
  const parts = [
    { name: 'first', end: () => expect(ended).toBe(true) },
    { name: 'second', end: slow },
  ]
  expect(await ending(parts, patientMs)).toEqual({
    haveAllEnded: true,
    order: ['second', 'first'],
    lines: [],
  })
})

test('names a part that hangs or throws, and stops the others', async () => {
  const broken = async () => {
    throw new Error('no longer there')
  }
  const parts = [
    { name: 'first', end: () => {} },
    { name: 'hanging', end: never },
    { name: 'broken', end: broken },
  ]
  expect(await ending(parts, patientMs, 20)).toEqual({
    haveAllEnded: false,
    order: ['broken', 'hanging', 'first'],
    lines: ['broken: did not stop: no longer there', 'hanging: has not stopped after 0.0 s'],
  })
})

test('still stops the remaining parts when the time is up', async () => {
  const parts = ['one', 'two', 'three'].map(name => ({ name, end: never }))
  const { haveAllEnded, order } = await ending(parts, 20)
  expect({ haveAllEnded, order }).toEqual({ haveAllEnded: false, order: ['three', 'two', 'one'] })
})
