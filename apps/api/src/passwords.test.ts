import type { LoginAttempts } from '@posthorn/queue'
import { expect, test } from 'vitest'
import { atMost, hashPassword, passwordCheck } from './passwords.js'

test('a password is stored as an Argon2id hash, each time another', async () => {
  const [one, two] = await Promise.all([hashPassword('secret'), hashPassword('secret')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(two)
})

/** Counts as Redis does, without one: what Redis does with attempts is tested with a real one. */
function attemptsOf(counted: Awaited<ReturnType<LoginAttempts['begin']>>) {
  const seen: string[] = []
  const attempts: LoginAttempts = {
    begin: async ({ loginId }) => {
      seen.push(`begin ${loginId}`)
      return counted
    },
    forgive: async ({ loginId }) => void seen.push(`forgive ${loginId}`),
  }
  return { attempts, seen }
}

const guess = (password: string, stored: string | undefined) => {
  return { password, stored, attempt: { loginId: 'reader', address: '::1' }, most: 10 }
}

test('only the password that was hashed is the password, and only it is forgiven', async () => {
  const { attempts, seen } = attemptsOf('counted')
  const prove = await passwordCheck(attempts)
  const stored = await hashPassword('secret')
  expect(await prove(guess('secret', stored))).toBe('right')
  expect(await prove(guess('Secret', stored))).toBe('wrong_password')
  expect(await prove(guess('secret', undefined))).toBe('wrong_password')
  expect(await prove(guess('', ''))).toBe('wrong_password')
  expect(seen).toEqual(['begin reader', 'forgive reader', ...Array(3).fill('begin reader')])
})

test('the right password is not enough where attempts are too many, or cannot be counted', async () => {
  const stored = await hashPassword('secret')
  for (const [counted, told] of [
    ['too_many', 'too_many_attempts'],
    ['away', 'login_closed'],
  ] as const) {
    const prove = await passwordCheck(attemptsOf(counted).attempts)
    expect(await prove(guess('secret', stored))).toBe(told)
  }
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
