import { deliveryId } from '@posthorn/core'
import { rotatePartitions, saveSettings } from '@posthorn/db'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { startWorld, type World } from '../support/world.js'

const dayMs = 86_400_000

/** Returns the name of the partition this many days from now. */
const dayFrom = (now: number, days: number) =>
  `deliveries_${new Date(now + days * dayMs).toISOString().slice(0, 10).replaceAll('-', '')}`

async function daysOf({ db }: World): Promise<string[]> {
  const rows = await db.$queryRaw<{ name: string }[]>`
    SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'deliveries'::regclass ORDER BY 1`
  return rows.map(({ name }) => name)
}

/** Stores deliveries that were accepted this many days ago, each in the partition of its day. */
async function deliverEarlier({ db }: World, now: number, days: number[]): Promise<void> {
  await rotatePartitions(db, 365, new Date(now - Math.max(...days) * dayMs))
  const ids = days.map(day => deliveryId(now - day * dayMs, 'a'.repeat(14)))
  await db.delivery.createMany({
    data: ids.map(id => ({
      id,
      hookId: 'h',
      teamId: 't',
      settledAt: 1,
      outcome: 'posted',
      requestId: 'r',
      payload: id,
    })),
  })
}

test('drops deliveries older than DELIVERY_DAYS, and creates partitions for the next two weeks', async () => {
  const world = await startWorld({ workerLater: true })
  const now = Date.now()
  await deliverEarlier(world, now, [0, 2, 3, 4, 9])
  await world.work({ deliveryDays: 3 })
  await eventually(async () => expect(await daysOf(world)).not.toContain(dayFrom(now, -4)))
  const days = await daysOf(world)
  expect(days[0]).toBe(dayFrom(now, -3))
  for (let ahead = 0; ahead <= 14; ahead++) expect(days).toContain(dayFrom(now, ahead))
  const kept = await world.db.delivery.findMany({ orderBy: { id: 'desc' } })
  expect(kept.map(({ id }) => id)).toEqual(
    [0, 2, 3].map(day => deliveryId(now - day * dayMs, 'a'.repeat(14))),
  )
})

test('uses the days that an administrator saved instead of the worker’s variable', async () => {
  const world = await startWorld({ workerLater: true })
  const now = Date.now()
  await deliverEarlier(world, now, [4, 9])
  await saveSettings(world.db, { DeliveryDays: 5 })
  await world.work({ deliveryDays: 3 })
  await eventually(async () => expect(await daysOf(world)).not.toContain(dayFrom(now, -9)))
  expect(await daysOf(world)).toContain(dayFrom(now, -4))
})

test('stores audit entries for AuditDays', async () => {
  const { db, work } = await startWorld({ workerLater: true })
  const entry = { address: '::1', requestId: 'r', action: 'login', targetType: 'user', createAt: 0 }
  const ids = [366, 364, 0].map(days => deliveryId(Date.now() - days * dayMs, 'a'.repeat(14)))
  await db.auditEntry.createMany({ data: ids.map(id => ({ id, ...entry })) })
  await work({})
  await eventually(async () => expect(await db.auditEntry.count()).toBe(2))
  expect((await db.auditEntry.findMany({ orderBy: { id: 'asc' } })).map(({ id }) => id)).toEqual(ids.slice(1))
})

test('rotates partitions once per interval, however many workers there are', async () => {
  const world = await startWorld({ workerLater: true })
  const runs = async (state = 'completed') => {
    const all = await world.redis.zrange(`${world.prefix}:chores:${state}`, '0', '-1')
    return all.filter(run => run.includes(':keep_days:')) // rolling up figures runs too
  }
  const everyMs = 3_600_000
  await Promise.all([1, 2, 3].map(() => world.work({ keepDaysEveryMs: everyMs })))
  await world.send({ text: 'the workers are awake' })
  await eventually(async () => expect(await world.outcomes()).toHaveLength(1))
  await eventually(async () => expect(await runs()).toHaveLength(1))
  const waiting = await runs('delayed')
  expect(waiting).toHaveLength(1)
  const dueAt = (run: string) => Number(run.split(':').at(-1))
  expect(dueAt(waiting[0] ?? '') - dueAt((await runs())[0] ?? '')).toBe(everyMs)
})

test('leaves a partition that is being read until the next time, without waiting long', async () => {
  const world = await startWorld({ workerLater: true })
  const now = Date.now()
  await deliverEarlier(world, now, [5, 6])
  const reader = new pg.Client({ connectionString: world.databaseUrl })
  await reader.connect()
  onTestFinished(() => reader.end())
  await reader.query('BEGIN')
  await reader.query(`SELECT count(*) FROM ${dayFrom(now, -5)}`)
  const first = await rotatePartitions(world.db, 3, new Date(now))
  expect(first.inUse).toEqual([dayFrom(now, -5)])
  expect(first.dropped).toContain(dayFrom(now, -6))
  await reader.query('COMMIT')
  expect(await rotatePartitions(world.db, 3, new Date(now))).toEqual({
    dropped: [dayFrom(now, -5)],
    inUse: [],
  })
})

test('leaves other attached tables alone', async () => {
  const world = await startWorld({ workerLater: true })
  await world.db
    .$executeRaw`CREATE TABLE an_archive PARTITION OF deliveries FOR VALUES FROM ('0000') TO ('0001')`
  await rotatePartitions(world.db, 1, new Date())
  expect(await daysOf(world)).toContain('an_archive')
})
