import { expect, test } from 'vitest'
import { retryTransient } from './posting.js'

const away = () => new Error('Connection terminated unexpectedly')

/** Returns work that throws these errors, one per try, and then succeeds. */
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

test('retries infrastructure failures until they pass', async () => {
  const { work, tries } = failing(away())
  expect(await retryTransient(work, { stopping: new AbortController().signal })).toBe('recorded')
  expect(tries()).toBe(2)
})

test('throws errors that are the payload’s fault at the first try', async () => {
  const { work, tries } = failing(new Error('invalid byte sequence'))
  await expect(retryTransient(work, { stopping: new AbortController().signal })).rejects.toThrow(
    'invalid byte',
  )
  expect(tries()).toBe(1)
})

test('tries once more when the process stops, and hands the batch back if that fails', async () => {
  const stopping = AbortSignal.abort()
  expect(await retryTransient(failing().work, { stopping })).toBe('recorded')
  const { work, tries } = failing(away(), away())
  expect(await retryTransient(work, { stopping })).toBe('handed_back')
  expect(tries()).toBe(1)
})

test('stops waiting when the process stops, and lets one last try decide', async () => {
  const stop = new AbortController()
  const { work, tries } = failing(away(), away(), away())
  const last = async () => {
    if (tries() === 1) stop.abort()
    await work()
  }
  const ended = retryTransient(last, { stopping: stop.signal })
  expect(await ended).toBe('handed_back')
  expect(tries()).toBe(2)
})

test('hands the batch back when the last try takes too long', async () => {
  const never = () => new Promise<void>(() => {})
  expect(await retryTransient(never, { stopping: AbortSignal.abort(), lastTryMs: 20 })).toBe('handed_back')
})
