import { setTimeout as delay } from 'node:timers/promises'
import { countUnindexed, type Db, indexPosts } from '@posthorn/db'

/** The index of words takes posts in segments. A search reads the rest. */
const maxUnindexed = 8192
/** Posts are indexed when they are 75 s old. */
const oldEnoughWithinMs = 180_000
const betweenLooksMs = 1000

/**
 * Adds all posts to the index of words, as a worker's maintenance does. A worker would take longer, because it
 * yields to deliveries.
 * @throws if posts stay out of the index
 */
export async function indexAll(db: Db): Promise<void> {
  for (let endsAt = performance.now() + oldEnoughWithinMs; ; ) {
    if (await indexPosts(db)) endsAt = performance.now() + oldEnoughWithinMs
    else if ((await countUnindexed(db, maxUnindexed + 1)) <= maxUnindexed) break
    else if (performance.now() > endsAt) throw new Error('the index of words does not catch up')
    else await delay(betweenLooksMs)
  }
  await db.$executeRaw`VACUUM ANALYZE search_vectors`
}
