import { expect, test } from 'vitest'
import { atMost, hashPassword } from './passwords.js'

test('a password is stored as an Argon2id hash, each time another', async () => {
  const [one, two] = await Promise.all([hashPassword('secret'), hashPassword('secret')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(two)
})

test('two pieces of work run at a time, the rest in order, and a failed one gives its place back', async () => {
  const inTurn = atMost(2)
  const running = new Set<number>()
  const begun: number[] = []
  let most = 0
  const work = (number: number) => async () => {
    begun.push(number)
    most = Math.max(most, running.add(number).size)
    await new Promise(setImmediate)
    running.delete(number)
    if (number === 1) throw new Error('failed')
  }
  await Promise.allSettled([1, 2, 3, 4, 5].map(number => inTurn(work(number))))
  expect({ most, begun }).toEqual({ most: 2, begun: [1, 2, 3, 4, 5] })
})
