import { expect, test } from 'vitest'
import { standstill, until } from './progress.js'

const limitMs = 60_000

test('what takes long is waited for while it moves, and given up once it stands still for a minute', () => {
  const standsStill = standstill(limitMs)
  const hour = Array.from({ length: 60 }, (_, minute) => minute)
  expect(hour.map(minute => standsStill(minute, minute * limitMs)).some(Boolean)).toBe(false)
  expect(standsStill(59, 59 * limitMs + limitMs - 1)).toBe(false)
  expect(standsStill(59, 59 * limitMs + limitMs)).toBe(true)
})

test('waiting gives up after the time that its caller allows', async () => {
  const began = performance.now()
  const says = '3 of 5 are there, and no more for 0.1 s'
  await expect(until(5, async () => 3, 100)).rejects.toThrow(says)
  expect(performance.now() - began).toBeLessThan(limitMs)
})

test('waiting ends with what was found, which may be more', async () => {
  const found = [0, 3, 7]
  expect(await until(5, async () => found.shift() as number)).toBe(7)
})
