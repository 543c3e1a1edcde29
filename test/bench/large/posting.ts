import { until } from '../../support/progress.js'
import type { Load } from '../load/closed-loop.js'
import { countedPosts } from '../measure/held.js'
import type { Plan } from '../plan.js'
import type { Rig } from '../systems/rig.js'
import { startPosthorn, using } from '../systems/systems.js'
import { manyChannels } from './fill.js'

export const connections = 64

/** Posts per second from the first call until all is posted, and bytes of Postgres's write-ahead log for each. */
export type Posting = { perSecond: number; walBytes: number }

/** Into one channel, and into a thousand. */
export type PostingToEach = { one: Posting; many: Posting }

/**
 * Posts for some time into one channel, and then for as long into a thousand. Its processes run only meanwhile, because their
 * maintenance would slow down the next figure.
 */
export async function measurePosting(rig: Rig, plan: Plan, round: number): Promise<PostingToEach> {
  return using(startPosthorn(rig), async system => {
    const send = (run: string, seconds: number, channels = 0) =>
      sustain(rig, { url: system.urlOf(rig.keys.off), connections, run, seconds, channels })
    await send(`large-warm-${round}`, plan.warmUpSeconds)
    return {
      one: await send(`large-${round}`, plan.largeSeconds),
      many: await send(`large-${round}-many`, plan.largeSeconds, manyChannels),
    }
  })
}

async function sustain(rig: Rig, load: Load): Promise<Posting> {
  const before = { posts: await countedPosts(rig.db), wal: await walBytes(rig) }
  const beganAt = performance.now()
  const { calls } = await rig.send(load)
  const posts = (await until(before.posts + calls, () => countedPosts(rig.db))) - before.posts
  const seconds = (performance.now() - beganAt) / 1000
  if (posts !== calls) throw new Error(`${calls} calls made ${posts} posts`)
  return { perSecond: posts / seconds, walBytes: ((await walBytes(rig)) - before.wal) / posts }
}

async function walBytes({ db }: Rig): Promise<number> {
  const { rows } = await db.pool.query("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS bytes")
  return rows[0].bytes
}
