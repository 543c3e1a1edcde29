import type { Db } from '@posthorn/db'
import { until } from '../../support/progress.js'

/** For every call of a run, by number, when its post was committed, in milliseconds since 1970. */
export type Committed = Float64Array

/**
 * Waits until a run's calls are posted, and compares each with the database: each exists once, with one post of its own text.
 * The tables contain no other runs.
 */
export async function posted(db: Db, run: string, calls: number): Promise<Committed> {
  await allThere(db, calls)
  return commitTimes(db, run, calls)
}

/** Waits until the tables have as many posts as there were calls. */
export async function allThere(db: Db, calls: number): Promise<void> {
  await until(calls, () => countPosts(db))
}

/** Does the same as `posted`, and checks that Posthorn recorded each call as a delivery of one post. */
export async function recorded(db: Db, run: string, calls: number): Promise<Committed> {
  const committed = await posted(db, run, calls)
  const deliveries = await db.delivery.count({ where: { outcome: 'posted', postCount: 1 } })
  if (deliveries !== calls) throw lost(run, calls, deliveries, 'deliveries that were posted')
  return committed
}

async function countPosts(db: Db): Promise<number> {
  const { rows } = await db.pool.query('SELECT count(*)::int AS posts FROM posts')
  return rows[0].posts
}

/** Returns Postgres's own time of each commit, taken just before it flushes its log. */
async function commitTimes(db: Db, run: string, calls: number): Promise<Committed> {
  const { rows } = await db.pool.query<[number, number]>({
    text: `SELECT substring(message FROM '/(\\d+)\\*\\*')::int,
        extract(epoch FROM pg_xact_commit_timestamp(xmin))::float8 * 1000
      FROM posts WHERE starts_with(message, $1)`,
    values: [`Build **${run}/`],
    rowMode: 'array',
  })
  const committed = new Float64Array(calls).fill(Number.NaN)
  for (const [call, atMs] of rows) committed[call] = atMs
  const there = committed.filter(atMs => !Number.isNaN(atMs)).length
  if (rows.length !== calls) throw lost(run, calls, rows.length, 'posts')
  if (there !== calls) throw lost(run, calls, there, 'different texts')
  return committed
}

function lost(run: string, calls: number, found: number, what: string): Error {
  return new Error(`run ${run}: ${calls} calls returned 200, but there are ${found} ${what}`)
}

/** Counts posts by the channels' counters: a few rows, so that waiting does not slow down a draining backlog. */
export async function countedPosts(db: Db): Promise<number> {
  const { _sum } = await db.channel.aggregate({ _sum: { totalMsgCount: true } })
  return Number(_sum.totalMsgCount)
}

/** Empties the tables that a run fills. */
export async function forget(db: Db): Promise<void> {
  await db.$executeRaw`TRUNCATE deliveries, posts, mentions`
  await db.$executeRaw`UPDATE channels SET total_msg_count = 0`
}
