import { expect, test } from 'vitest'
import type { Delivery } from './delivery.js'
import { groupCommit } from './group-commit.js'

const delivery = (payload = ''): Delivery => ({ id: '', hookId: '', requestId: '', payload })

/** A store whose writes are answered when the test says so. */
function slowStore() {
  const writes: { size: number; answer: (kept: 'kept' | 'refused') => void; fail: (why: Error) => void }[] =
    []
  let ready = true
  const gathered = groupCommit({
    ready: () => ready,
    write: ({ length: size }) => new Promise((answer, fail) => writes.push({ size, answer, fail })),
    giveUp: () => {
      ready = false
    },
  })
  const writeUnderWay = async (number = 1) => {
    while (writes.length < number) await new Promise(setImmediate)
  }
  const back = () => {
    ready = true
  }
  return { ...gathered, writes, writeUnderWay, back }
}

test('what arrives while a write is under way goes with the next one, together', async () => {
  const { enqueue, writes, writeUnderWay } = slowStore()
  const first = enqueue(delivery())
  await writeUnderWay()
  const behind = [enqueue(delivery()), enqueue(delivery())]
  writes[0]?.answer('kept')
  await writeUnderWay(2)
  writes[1]?.answer('kept')
  expect(await Promise.all([first, ...behind])).toEqual(['kept', 'kept', 'kept'])
  expect(writes.map(({ size }) => size)).toEqual([1, 2])
})

test('few that come together do not wait for more', async () => {
  const { enqueue, writes } = slowStore()
  const turns = async () => {
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
  }
  for (let write = 0; write < 3; write++) {
    const both = [enqueue(delivery()), enqueue(delivery())]
    await turns()
    writes[write]?.answer('kept')
    expect(await Promise.all(both)).toEqual(['kept', 'kept'])
  }
  expect(writes.map(({ size }) => size)).toEqual([2, 2, 2])
})

test('20,000 deliveries gather behind a write, the next is told that it is full, and then there is room again', async () => {
  const { enqueue, writes, writeUnderWay } = slowStore()
  const first = enqueue(delivery())
  await writeUnderWay()
  const behind = Array.from({ length: 20_000 }, () => enqueue(delivery()))
  expect(await enqueue(delivery())).toBe('full')
  writes[0]?.answer('kept')
  await writeUnderWay(2)
  const later = enqueue(delivery())
  writes[1]?.answer('kept')
  await writeUnderWay(3)
  writes[2]?.answer('kept')
  expect(new Set(await Promise.all([first, ...behind, later]))).toEqual(new Set(['kept']))
})

test('32 Mi characters gather behind a write, the next payload is told that it is full', async () => {
  const { enqueue, writes, writeUnderWay } = slowStore()
  void enqueue(delivery())
  await writeUnderWay()
  const mebi = 'x'.repeat(1024 * 1024)
  const behind = Array.from({ length: 32 }, () => enqueue(delivery(mebi)))
  expect(await enqueue(delivery('x'))).toBe('full')
  for (let number = 0; number <= behind.length; number++) {
    await writeUnderWay(number + 1)
    writes[number]?.answer('kept')
  }
  expect(new Set(await Promise.all(behind))).toEqual(new Set(['kept']))
})

test('what is small waits for one large delivery at most, and for none that gathered before it', async () => {
  const { enqueue, writes, writeUnderWay } = slowStore()
  void enqueue(delivery())
  await writeUnderWay()
  const mebi = 'x'.repeat(1024 * 1024)
  for (let large = 0; large < 5; large++) void enqueue(delivery(mebi))
  const small = Array.from({ length: 10 }, () => enqueue(delivery()))
  writes[0]?.answer('kept')
  await writeUnderWay(2)
  writes[1]?.answer('kept')
  expect(new Set(await Promise.all(small))).toEqual(new Set(['kept']))
  await writeUnderWay(3)
  expect(writes.map(({ size }) => size)).toEqual([1, 11, 1])
})

test('a write that nobody answers is unknown after three seconds, and what gathered behind it was not stored', async () => {
  const { enqueue, writeUnderWay, writes, back } = slowStore()
  const began = performance.now()
  const first = enqueue(delivery())
  await writeUnderWay()
  const behind = enqueue(delivery())
  expect([await first, await behind]).toEqual(['unknown', 'away'])
  expect(performance.now() - began).toBeGreaterThan(2900)
  expect(await enqueue(delivery())).toBe('away')
  back()
  const again = enqueue(delivery())
  await writeUnderWay(2)
  writes[1]?.answer('kept')
  expect(await again).toBe('kept')
})

test('a write that the store refuses is said to be refused, and what gathered behind it is tried', async () => {
  const { enqueue, writes, writeUnderWay } = slowStore()
  const first = enqueue(delivery())
  await writeUnderWay()
  const behind = enqueue(delivery())
  writes[0]?.answer('refused')
  await writeUnderWay(2)
  writes[1]?.answer('kept')
  expect([await first, await behind]).toEqual(['refused', 'kept'])
})

test('a write that fails is unknown', async () => {
  const { enqueue, writes, writeUnderWay } = slowStore()
  const lost = enqueue(delivery())
  await writeUnderWay()
  writes[0]?.fail(new Error('the connection broke'))
  expect(await lost).toBe('unknown')
})
