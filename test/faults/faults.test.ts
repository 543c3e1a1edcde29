import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { runFaults } from './run.js'

const seconds = 15

test('posts every accepted delivery once, whole and in order, whatever is killed, stopped or falls silent', async () => {
  const seed = Number(process.env.SEED) || randomInt(2 ** 31)
  const lines: string[] = []
  const { deliveries, violations } = await runFaults({ seed, seconds, log: line => lines.push(line) })
  const story = `SEED=${seed}\n${lines.join('\n')}`
  expect(violations, story).toEqual([])
  expect(deliveries.ok, story).toBeGreaterThan(0)
}, 600_000)
