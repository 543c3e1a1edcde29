import { openLog } from '@posthorn/server'
import { expect, test } from 'vitest'
import { retryTransient } from './retry-transient.js'

const log = openLog('test', 'silent')
const away = () => new Error('Connection terminated unexpectedly')

/** Work that throws these, one a try, and then goes through. */
function failing(...errors: Error[]) {
  const left = [...errors]
  let tries = 0
  const work = async () => {
    tries++
    const error = left.shift()
    if (error) throw error
  }
  return { work, tries: () => tries }
}

test('trouble that is ours is tried again until it has passed', async () => {
  const { work, tries } = failing(away())
  expect(await retryTransient(work, new AbortController().signal, log)).toBe('recorded')
  expect(tries()).toBe(2)
})

test('trouble that is the payload’s is thrown at the first try', async () => {
  const { work, tries } = failing(new Error('invalid byte sequence'))
  await expect(retryTransient(work, new AbortController().signal, log)).rejects.toThrow('invalid byte')
  expect(tries()).toBe(1)
})

test('a process that stops tries once more, and hands back what does not go through even then', async () => {
  const stopping = AbortSignal.abort()
  expect(await retryTransient(failing().work, stopping, log)).toBe('recorded')
  const { work, tries } = failing(away(), away())
  expect(await retryTransient(work, stopping, log)).toBe('handed_back')
  expect(tries()).toBe(1)
})

test('a stop while trouble is waited for is not waited out: one last try decides', async () => {
  const stop = new AbortController()
  const { work, tries } = failing(away(), away(), away())
  const ended = retryTransient(
    async () => {
      if (tries() === 1) stop.abort()
      await work()
    },
    stop.signal,
    log,
  )
  expect(await ended).toBe('handed_back')
  expect(tries()).toBe(2)
})
