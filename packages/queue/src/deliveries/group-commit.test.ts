import { expect, test } from 'vitest'
import type { Delivery } from './delivery.js'
import { groupCommit } from './group-commit.js'

const delivery = (payload = '', hookId = ''): Delivery => ({ id: '', hookId, requestId: '', payload })

/** A store whose writes end when the test ends them. */
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

test('stores deliveries that arrive during a write together in the next one', async () => {
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

test('writes a few concurrent deliveries without waiting for more', async () => {
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

test('gathers 20,000 deliveries of an owner behind a write, returns `full` for the next, and then accepts more again', async () => {
  const { enqueue, writes, writeUnderWay } = slowStore()
  const first = enqueue(delivery())
  await writeUnderWay()
  const behind = Array.from({ length: 20_000 }, () => enqueue(delivery()))
  expect(await enqueue(delivery())).toBe('full')
  const neighbour = enqueue(delivery('', 'neighbour'))
  writes[0]?.answer('kept')
  await writeUnderWay(2)
  const later = enqueue(delivery())
  writes[1]?.answer('kept')
  await writeUnderWay(3)
  writes[2]?.answer('kept')
  expect(new Set(await Promise.all([first, ...behind, neighbour, later]))).toEqual(new Set(['kept']))
})

test('gathers 32 Mi characters of an owner behind a write, and returns `full` for the next payload', async () => {
  const { enqueue, writes, writeUnderWay } = slowStore()
  void enqueue(delivery())
  await writeUnderWay()
  const mebi = 'x'.repeat(1024 * 1024)
  const behind = Array.from({ length: 32 }, () => enqueue(delivery(mebi)))
  expect(await enqueue(delivery('x'))).toBe('full')
  behind.push(enqueue(delivery(mebi, 'neighbour')))
  for (let number = 0; number <= behind.length; number++) {
    await writeUnderWay(number + 1)
    writes[number]?.answer('kept')
  }
  expect(new Set(await Promise.all(behind))).toEqual(new Set(['kept']))
})

test('makes small deliveries wait for at most one large one, and for none that gathered before them', async () => {
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

test('returns `unknown` for an unanswered write after three seconds, and `away` for deliveries behind it', async () => {
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

test('returns `refused` for a write that the store rejects, and still writes the deliveries behind it', async () => {
  const { enqueue, writes, writeUnderWay } = slowStore()
  const first = enqueue(delivery())
  await writeUnderWay()
  const behind = enqueue(delivery())
  writes[0]?.answer('refused')
  await writeUnderWay(2)
  writes[1]?.answer('kept')
  expect([await first, await behind]).toEqual(['refused', 'kept'])
})

test('returns `unknown` for a write that fails', async () => {
  const { enqueue, writes, writeUnderWay } = slowStore()
  const lost = enqueue(delivery())
  await writeUnderWay()
  writes[0]?.fail(new Error('the connection broke'))
  expect(await lost).toBe('unknown')
})
