import { expect, test } from 'vitest'
import { fairQueue, type Room } from './fair-queue.js'

/** Opens a queue on a fake clock, on which each piece of work takes a second, and records the order of starts. */
function start(room: Room = { running: 2, waiting: 64 }) {
  let now = 0
  const inTurn = fairQueue(room, () => now)
  const begun: string[] = []
  const running = new Set<string>()
  let most = 0
  const ask = async (who: string, work: string) => {
    const worked = await inTurn(who, async () => {
      begun.push(work)
      most = Math.max(most, running.add(work).size)
      await new Promise(setImmediate)
      now += 1000
      running.delete(work)
      if (work === 'fails') throw new Error('failed')
      return work
    })
    return worked.outcome === 'done' ? worked.result : worked.outcome
  }
  const pass = (ms: number) => {
    now += ms
  }
  return { ask, begun, pass, most: () => most }
}

const times = <Result>(count: number, call: (number: number) => Result) =>
  Array.from({ length: count }, (_, number) => call(number))

test('runs two pieces of work at a time, the rest in order, and frees the slot of a failed one', async () => {
  const { ask, begun, most } = start()
  const works = ['fails', 'b', 'c', 'd', 'e']
  const done = await Promise.allSettled(works.map(work => ask('one', work)))
  expect({ most: most(), begun }).toEqual({ most: 2, begun: works })
  expect(done.map(({ status }) => status)).toEqual(['rejected', ...Array(4).fill('fulfilled')])
  expect(await ask('one', 'later')).toBe('later')
})

test('serves a caller with little work before those who have had a turn', async () => {
  const { ask, begun } = start({ running: 1, waiting: 64 })
  const greedy = times(10, number => ask('greedy', `g${number}`))
  await Promise.all([...greedy, ask('modest', 'm'), ask('another', 'n')])
  expect(begun.slice(0, 5)).toEqual(['g0', 'm', 'n', 'g1', 'g2'])
})

test('gives the next turn to the caller who used least recently, and forgets use over time', async () => {
  const { ask, begun, pass } = start({ running: 1, waiting: 64 })
  for (const who of ['a', 'a', 'b']) await ask(who, who)
  await Promise.all(['x', 'a', 'b'].map(who => ask(who, who)))
  pass(60_000)
  await Promise.all(['x', 'a', 'b'].map(who => ask(who, who)))
  expect(begun.slice(3)).toEqual(['x', 'b', 'a', 'x', 'a', 'b'])
})

test('limits the slots of a caller, and leaves the others free', async () => {
  const { ask, begun } = start({ running: 3, runningPerCaller: 1, waiting: 64 })
  await Promise.all([ask('greedy', 'g0'), ask('greedy', 'g1'), ask('modest', 'm')])
  expect(begun).toEqual(['g0', 'm', 'g1'])
})

test('rejects the last waiting work of the caller with the most when the queue is full', async () => {
  const { ask, begun } = start({ running: 1, waiting: 3 })
  const greedy = times(6, number => ask('greedy', `g${number}`))
  const others = ['x', 'y', 'z'].map(who => ask(who, who))
  expect(await Promise.all(greedy)).toEqual(['g0', 'g1', 'busy', 'busy', 'busy', 'busy'])
  expect(await Promise.all(others)).toEqual(['x', 'y', 'busy'])
  expect(begun).toEqual(['g0', 'x', 'y', 'g1'])
})

test('limits each caller’s waiting work, and how long it waits', async () => {
  const { ask } = start({ running: 1, waiting: 64, waitingPerCaller: 2 })
  expect(await Promise.all(times(4, number => ask('one', `${number}`)))).toEqual(['0', '1', '2', 'busy'])
  const impatient = fairQueue({ running: 1, waiting: 64, maxWaitMs: 20 })
  let release = () => {}
  const held = impatient('one', () => new Promise<void>(resolve => (release = resolve)))
  expect(await impatient('two', async () => {})).toEqual({ outcome: 'busy' })
  release()
  expect((await held).outcome).toBe('done')
  expect((await impatient('two', async () => {})).outcome).toBe('done')
})
