import { expect, test } from 'vitest'
import { fairQueue } from './fair-queue.js'

/** A queue, and what was begun in it; each piece of work is as long as a turn of the loop. */
function start(room = { running: 2, waiting: 64 }) {
  const inTurn = fairQueue(room)
  const begun: string[] = []
  const running = new Set<string>()
  let most = 0
  const ask = async (who: string, work: string) => {
    const worked = await inTurn(who, async () => {
      begun.push(work)
      most = Math.max(most, running.add(work).size)
      await new Promise(setImmediate)
      running.delete(work)
      if (work === 'fails') throw new Error('failed')
      return work
    })
    return worked.outcome === 'done' ? worked.result : worked.outcome
  }
  return { ask, begun, most: () => most }
}

test('two pieces of work run at a time, the rest in order, and a failed one gives its place back', async () => {
  const { ask, begun, most } = start()
  const works = ['fails', 'b', 'c', 'd', 'e']
  const done = await Promise.allSettled(works.map(work => ask('one', work)))
  expect({ most: most(), begun }).toEqual({ most: 2, begun: works })
  expect(done.map(({ status }) => status)).toEqual(['rejected', ...Array(4).fill('fulfilled')])
  expect(await ask('one', 'later')).toBe('later')
})

test('who wants one thing waits for one of each other, not for all that another wants', async () => {
  const { ask, begun } = start({ running: 1, waiting: 64 })
  const greedy = Array.from({ length: 10 }, (_, number) => ask('greedy', `g${number}`))
  await Promise.all([...greedy, ask('modest', 'm'), ask('another', 'n')])
  expect(begun.slice(0, 5)).toEqual(['g0', 'g1', 'm', 'n', 'g2'])
})

test('where no more may wait, the last of whoever has most in line is turned away', async () => {
  const { ask, begun } = start({ running: 1, waiting: 3 })
  const greedy = Array.from({ length: 6 }, (_, number) => ask('greedy', `g${number}`))
  const others = ['x', 'y', 'z'].map(who => ask(who, who))
  expect(await Promise.all(greedy)).toEqual(['g0', 'g1', 'busy', 'busy', 'busy', 'busy'])
  expect(await Promise.all(others)).toEqual(['x', 'y', 'busy'])
  expect(begun).toEqual(['g0', 'g1', 'x', 'y'])
})
