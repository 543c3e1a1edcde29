import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { runFaults } from '../faults/run.js'

const seconds = 30
/** With recovery, several times that on a busy machine. */
const withinMs = 900_000

test(
  'posts every accepted delivery once, whole and in order, while a standby of Postgres is promoted under load',
  async () => {
    const seed = Number(process.env.SEED) || randomInt(2 ** 31)
    const lines: string[] = []
    const log = (line: string) => void lines.push(line)
    const { troubles, deliveries, violations } = await runFaults({ seed, seconds, standby: true, log })
    const story = `SEED=${seed}\n${lines.join('\n')}`
    expect(violations, story).toEqual([])
    expect(deliveries.ok, story).toBeGreaterThan(0)
    expect(troubles['failed over'], story).toBe(1)
    console.log({ seed, troubles, deliveries })
  },
  withinMs,
)
