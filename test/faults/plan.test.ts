import { expect, test } from 'vitest'
import { planTroubles } from './plan.js'

const seeds = Array.from({ length: 200 }, (_, seed) => seed)
const plans = seeds.map(seed => planTroubles(seed, 60_000))

test('plans the same troubles for the same seed, and others for another seed', () => {
  expect(seeds.map(seed => planTroubles(seed, 60_000))).toEqual(plans)
  expect(new Set(plans.map(plan => JSON.stringify(plan))).size).toBe(seeds.length)
})

test('starts a trouble every 2 to 5 s, and never two at once on the same part', () => {
  for (const plan of plans) {
    expect(plan.length).toBeGreaterThanOrEqual(10)
    const pairs = plan.flatMap((one, index) => plan.slice(index + 1).map(later => [one, later] as const))
    const same = pairs.filter(([one, later]) => one.part === later.part)
    expect(same.filter(([one, later]) => later.atMs < one.atMs + one.forMs)).toEqual([])
  }
})

test('plans every trouble for every process and every connection', () => {
  const all = plans
    .flat()
    .map(trouble => ('to' in trouble ? `${trouble.part} → ${trouble.to}` : trouble.part))
  const kinds = plans.flat().map(({ kind }) => kind)
  expect(new Set(all).size).toBe(14)
  expect(new Set(kinds).size).toBe(10)
})

test('plans one failover with a standby, and no other trouble of Postgres at that time', () => {
  for (const seed of seeds) {
    const plan = planTroubles(seed, 60_000, true)
    const [over, ...more] = plan.filter(({ kind }) => kind === 'failed over')
    expect(more).toEqual([])
    const meanwhile = plan.filter(
      one =>
        one !== over &&
        one.part === 'postgres' &&
        one.atMs < (over?.atMs ?? 0) + (over?.forMs ?? 0) &&
        one.atMs + one.forMs > (over?.atMs ?? 0),
    )
    expect(meanwhile).toEqual([])
  }
})
