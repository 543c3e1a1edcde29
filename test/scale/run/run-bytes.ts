import { countUnindexed, type Db } from '@posthorn/db'
import { forget, recorded } from '../../bench/measure/held.js'
import type { Rig } from '../../bench/systems/rig.js'
import { startWorkers, using } from '../../bench/systems/systems.js'
import { until } from '../../support/progress.js'
import { fill } from './fill.js'

/** Two full blocks of the index of words. */
export const storedPosts = 131_072
const blocks = 2
/** A post is indexed when it is 75 s old, and a full block is merged after that. */
const indexingStandstillMs = 180_000

/**
 * Bytes in Postgres per post, of its delivery, and of its words in the index, each with indexes and free space. The table of
 * fresh words is left out, because its size does not depend on the number of posts.
 */
export type StoredBytes = { post: number; delivery: number; words: number }

/** Posts as many deliveries, waits until their words are indexed and merged, and measures the tables. */
export async function runBytes(rig: Rig, hooks: string[]): Promise<StoredBytes> {
  await forget(rig.db)
  await using(startWorkers(rig), async () => {
    await fill(rig.env.REDIS_URL, hooks, storedPosts)
    await recorded(rig.db, 'far', storedPosts)
    const indexed = async () => storedPosts - (await countUnindexed(rig.db, storedPosts))
    await until(storedPosts, indexed, indexingStandstillMs)
    await until(blocks, () => countMerged(rig.db), indexingStandstillMs)
  })
  const bytesPerPost = async (tables: string) => {
    const { rows } = await rig.db.pool.query(
      `SELECT sum(pg_total_relation_size(oid))::float8 AS bytes FROM pg_class WHERE relkind = 'r' AND relname ~ $1`,
      [`^${tables}$`],
    )
    return Math.round(rows[0].bytes / storedPosts)
  }
  const [post = 0, delivery = 0, words = 0] = await Promise.all(
    ['posts', 'deliveries.*', 'search_(words|batches|blocks)'].map(bytesPerPost),
  )
  return { post, delivery, words }
}

/** Counts the blocks of the index whose words are in their final form, a third of the size before. */
async function countMerged(db: Db): Promise<number> {
  const { rows } = await db.pool.query('SELECT count(*)::int AS merged FROM search_blocks WHERE is_merged')
  return rows[0].merged
}
