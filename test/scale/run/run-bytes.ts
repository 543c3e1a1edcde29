import { countUnindexed, type Db } from '@posthorn/db'
import { forget, recorded } from '../../bench/measure/held.js'
import type { Rig } from '../../bench/systems/rig.js'
import { startWorkers, using } from '../../bench/systems/systems.js'
import { until } from '../../support/progress.js'
import { fill } from './fill.js'

/** Posts of two merged segments of the index of words. */
const indexedPosts = 131_072
const merged = 2
/** With those that are too few for another segment. */
export const storedPosts = indexedPosts + 8192
/** A post is indexed when it is 75 s old, and segments are merged after that. */
const indexingStandstillMs = 180_000

/**
 * Bytes in Postgres per post, of its delivery, and of its words in the index, each with indexes and free space.
 */
export type StoredBytes = { post: number; delivery: number; words: number }

/** Posts as many deliveries, waits until their words are indexed and merged, and measures the tables. */
export async function runBytes(rig: Rig, hooks: string[]): Promise<StoredBytes> {
  await forget(rig.db)
  await using(startWorkers(rig), async () => {
    await fill(rig.env.REDIS_URL, hooks, storedPosts)
    await recorded(rig.db, 'far', storedPosts)
    const indexed = async () => storedPosts - (await countUnindexed(rig.db, storedPosts))
    await until(indexedPosts, indexed, indexingStandstillMs)
    await until(merged, () => countMerged(rig.db), indexingStandstillMs)
  })
  const bytesPerPost = async (tables: string, posts = storedPosts) => {
    const { rows } = await rig.db.pool.query(
      `SELECT sum(pg_total_relation_size(oid))::float8 AS bytes FROM pg_class WHERE relkind = 'r' AND relname ~ $1`,
      [`^${tables}$`],
    )
    return Math.round(rows[0].bytes / posts)
  }
  const [post, delivery, words] = await Promise.all([
    bytesPerPost('posts'),
    bytesPerPost('deliveries.*'),
    bytesPerPost('vectors_.*', indexedPosts),
  ])
  return { post, delivery, words }
}

/** Counts the segments of the index that are merged from small ones. */
async function countMerged(db: Db): Promise<number> {
  const { rows } = await db.pool.query(
    `SELECT count(*)::int AS merged FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    WHERE inhparent = 'search_vectors'::regclass AND reltuples >= ${indexedPosts / merged / 2}`,
  )
  return rows[0].merged
}
