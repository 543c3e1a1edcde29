import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openFloodPace } from './flood.js'

const from = (hookId: string) => [{ id: '', hookId, requestId: '', payload: '' }]

/**
 * Opens a pace on a fake clock, on which each piece of a batch takes 100 ms. `rests` are the rests so far.
 */
function start() {
  let now = 0
  const rests: number[] = []
  const pace = openFloodPace(
    () => now,
    async ms => {
      rests.push(ms)
      now += ms
    },
  )
  const flood = (pieces = 1) =>
    pace.flood(from('heavy'), async pause => {
      for (let piece = 1; piece <= pieces; piece++) {
        now += 100
        if (piece < pieces) await pause()
      }
    })
  const pass = (ms: number) => {
    now += ms
  }
  return { pace, flood, rests, pass }
}

test('gives a flood a quarter of the time while other hooks send', async () => {
  const { pace, flood, rests } = start()
  for (let batches = 0; batches < 4; batches++) {
    pace.sawShared(from('light'))
    await flood()
  }
  expect(rests).toEqual([300, 300, 300])
})

test('does not rest while nobody else, or only the flooding hook, sends', async () => {
  const { pace, flood, rests, pass } = start()
  pace.sawShared(from('light'))
  await flood()
  pass(1000)
  pace.sawShared(from('heavy'))
  await flood()
  await flood()
  expect(rests).toEqual([])
})

test('rests between the pieces of a large batch, so that other hooks do not wait for all of it', async () => {
  const { pace, flood, rests } = start()
  pace.sawShared(from('light'))
  await flood(4)
  expect(rests).toEqual([300, 300, 300])
})

test('does not rest after it is closed', async () => {
  const { pace, flood, rests } = start()
  pace.sawShared(from('light'))
  pace.close()
  await flood(4)
  expect(rests).toEqual([])
})

test.each([
  [
    'one by one while other hooks send',
    'light',
    ['first begins', 'first ends', 'second begins', 'second ends'],
  ],
  [
    'in parallel while only the flooding hook sends',
    'heavy',
    ['first begins', 'second begins', 'first ends', 'second ends'],
  ],
])('runs batches %s', async (_how, sender, expected) => {
  const { pace } = start()
  pace.sawShared(from(sender))
  const steps: string[] = []
  const batch = (name: string) =>
    pace.flood(from('heavy'), async () => {
      steps.push(`${name} begins`)
      await nextTurn()
      steps.push(`${name} ends`)
    })
  await Promise.all([batch('first'), batch('second')])
  expect(steps).toEqual(expected)
})
