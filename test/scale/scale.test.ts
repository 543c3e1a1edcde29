import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { batchSize, cost } from './costs.js'
import { inputs, tables, withTables } from './tables.js'
import { postsPerSecond } from './workers.js'

const page = readFileSync(fileURLToPath(new URL('../../docs/scale.md', import.meta.url)), 'utf8')

test('docs/scale.md has the tables that the simulation computes from the bench’s figures', () => {
  for (const name of Object.keys(tables)) expect(page).toContain(`<!-- simulated: ${name} -->`)
  expect(withTables(page)).toBe(page)
  for (const bytes of Object.values(inputs.storedBytes)) expect(page).toContain(`${bytes} B`)
})

test('simulated workers are bound by their core, then by the network, then by Postgres’s one writer', () => {
  expect(postsPerSecond(1, 0)).toBeCloseTo(1000 / cost.workers, -2)
  const networkMs = 10_000
  const twoBatches = (2 * batchSize * 1000) / (2 * networkMs)
  expect(postsPerSecond(1, networkMs)).toBeLessThanOrEqual(twoBatches)
  expect(postsPerSecond(100, 0)).toBeCloseTo(1000 / cost.Postgres, -2)
})

test('the simulation agrees with the run of four workers at 60 ms from Postgres: 3.8 times one', () => {
  const ratio = postsPerSecond(4, 60) / postsPerSecond(1, 60)
  expect(Math.abs(ratio - 3.8)).toBeLessThan(0.3)
})
