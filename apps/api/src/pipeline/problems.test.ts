import type { ProcessInfo } from '@posthorn/queue'
import { expect, test } from 'vitest'
import type { PipelineState } from './pipeline.js'
import { problemsOf } from './problems.js'

const nowMs = 100_000_000

const process = (name: string, toldAtMs = nowMs): ProcessInfo => ({
  id: name,
  name,
  version: '1',
  host: 'here',
  pid: 7,
  startedAtMs: 0,
  toldAtMs,
  cpuShare: 0,
  memoryBytes: 0,
})

const nothingWaits = {
  deliveries: 0,
  posts: 0,
  kib: 0,
  oldestWaitingMs: { shared: 0, flood: 0 },
  memory: undefined,
  memoryRatio: 0,
}
const well: PipelineState = {
  redis: undefined,
  postgres: undefined,
  redisAwaySinceMs: 0,
  backlog: nothingWaits,
  durability: [],
  postgresDurability: [],
  processes: { alive: [process('standalone'), process('worker')], lost: [] },
}

/** Part and since when, of all that is wrong. */
const wrong = (changes: Partial<PipelineState>) =>
  problemsOf({ ...well, ...changes }, nowMs).map(({ part, since_at }) => [part, since_at])

test('where all is well nothing is wrong', () => {
  expect(wrong({})).toEqual([])
  const apart = [process('ingress'), process('api'), process('worker')]
  expect(wrong({ processes: { alive: apart, lost: [] } })).toEqual([])
})

test.each<[what: string, Partial<PipelineState>, [string, number][]]>([
  [
    'a Redis that is away, of which nothing else is known',
    { redis: 'no answer', redisAwaySinceMs: 5, backlog: undefined, processes: undefined },
    [['redis', 5]],
  ],
  ['a Postgres that is away', { postgres: 'no answer' }, [['postgres', 0]]],
  [
    'no worker, since the last one fell silent, however much waits',
    {
      processes: { alive: [process('standalone')], lost: [process('worker', nowMs - 60_000)] },
      backlog: { ...nothingWaits, oldestWaitingMs: { shared: 50_000, flood: 0 } },
    },
    [
      ['worker', nowMs - 60_000],
      ['process', nowMs - 60_000],
    ],
  ],
  [
    'no ingress, of which none was seen',
    { processes: { alive: [process('api'), process('worker')], lost: [] } },
    [['ingress', 0]],
  ],
  [
    'a delivery that waits for long although there are workers',
    { backlog: { ...nothingWaits, oldestWaitingMs: { shared: 11_000, flood: 20_000 } } },
    [['backlog', nowMs - 20_000]],
  ],
  ['memory that fills up', { backlog: { ...nothingWaits, memoryRatio: 0.7 } }, [['redis_memory', 0]]],
  ['a Redis that may forget', { durability: ['appendonly is no'] }, [['durability', 0]]],
  ['a Postgres that may forget', { postgresDurability: ['fsync is off'] }, [['durability', 0]]],
])('reports %s with its start', (_what, changes, expected) => {
  expect(wrong(changes)).toEqual(expected)
})

test('reports a lost process for an hour, and the most severe problem first', () => {
  const alive = [process('standalone'), process('worker')]
  const lost = [process('worker', nowMs - 3_600_001), process('worker', nowMs - 3_599_999)]
  expect(wrong({ processes: { alive, lost }, postgres: 'away' })).toEqual([
    ['postgres', 0],
    ['process', nowMs - 3_599_999],
  ])
})
