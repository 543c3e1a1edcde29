import { countUnindexed } from '@posthorn/db'
import { newId } from '@posthorn/server'
import { until } from '../../support/progress.js'
import { fillDeliveries } from '../large/fill-deliveries.js'
import { fillPosts } from '../large/fill-posts.js'
import { measureReads, type Reads, readNames } from '../large/reads.js'
import { countedPosts } from '../measure/held.js'
import { medians } from '../measure/statistics.js'
import { inRounds, type Plan } from '../plan.js'
import type { Finding } from '../report/finding.js'
import { openRig, type Rig } from '../systems/rig.js'
import { type System, startApi, startPosthorn, using } from '../systems/systems.js'
import type { Part } from './part.js'

const connections = 64
/** The index of words takes posts in batches. A search reads the rest. */
const maxUnindexed = 4096
const channels = 1000
/** Posts are from yesterday and today, for which deliveries have partitions. */
const overMs = 24 * 3_600_000

/**
 * Compares tables of many posts and deliveries with nearly empty ones, in turn. It is measured only if it is named, because
 * filling the tables takes longer than everything else.
 */
export const large: Part = async (small, plan, log) => {
  const big = await openRig()
  try {
    await fill(big, plan.largePosts, log)
    const found = await using(startPosthorn(small), onSmall =>
      using(startPosthorn(big), onBig =>
        compare(plan, { rig: small, system: onSmall }, { rig: big, system: onBig }, log),
      ),
    )
    return { findings: findings(plan.largePosts, found) }
  } finally {
    await big.close()
  }
}

async function fill({ db, ...rig }: Rig, posts: number, log: (line: string) => void): Promise<void> {
  const { id, teamId, creatorId } = await db.channel.findFirstOrThrow({ where: { name: 'town-square' } })
  const others = Array.from({ length: channels - 1 }, () => newId())
  const nowMs = Date.now()
  await db.channel.createMany({
    data: others.map(id => ({
      ...{
        id,
        teamId,
        creatorId,
        name: `c-${id}`,
        displayName: id,
        type: 'O',
        createAt: nowMs,
        updateAt: nowMs,
      },
    })),
  })
  await fillPosts(db, {
    posts,
    channelIds: [id, ...others],
    userId: creatorId,
    fromMs: nowMs - overMs,
    toMs: nowMs,
  })
  log(`  ${posts.toLocaleString('en')} posts`)
  await fillDeliveries({ db, ...rig })
  log('  as many deliveries')
}

type Side = { rig: Rig; system: System }
type Measured = { perSecond: number; walBytes: number }
type Compared = { posting: { empty: Measured; filled: Measured }; reads: { empty: Reads; filled: Reads } }

async function compare(
  plan: Plan,
  empty: Side,
  filled: Side,
  log: (line: string) => void,
): Promise<Compared> {
  const rounds = await inRounds(plan, async round => {
    const found = { empty: await sustain(empty, plan, round), filled: await sustain(filled, plan, round) }
    log(
      `  round ${round}: ${Math.round(found.filled.perSecond)}/s against ${Math.round(found.empty.perSecond)}/s`,
    )
    return found
  })
  const indexed = await until(-maxUnindexed, async () => -(await countUnindexed(filled.rig.db, 1_000_000)))
  log(`  ${-indexed} posts are not in the index of words`)
  const read = ({ rig }: Side) => using(startApi(rig), api => measureReads(rig, api, 'large-1/7'))
  return { posting: medians(rounds), reads: { empty: await read(empty), filled: await read(filled) } }
}

/** Posts for some time, and counts from the first call until all is posted. */
async function sustain({ rig, system }: Side, plan: Plan, round: number): Promise<Measured> {
  const before = { posts: await countedPosts(rig.db), wal: await walBytes(rig) }
  const load = {
    url: system.urlOf(rig.keys.off),
    connections,
    seconds: plan.largeSeconds,
    run: `large-${round}`,
  }
  const beganAt = performance.now()
  const { calls } = await rig.send(load)
  const posts = (await until(before.posts + calls, () => countedPosts(rig.db))) - before.posts
  const seconds = (performance.now() - beganAt) / 1000
  if (posts !== calls) throw new Error(`${calls} calls made ${posts} posts`)
  return { perSecond: calls / seconds, walBytes: ((await walBytes(rig)) - before.wal) / calls }
}

async function walBytes({ db }: Rig): Promise<number> {
  const { rows } = await db.pool.query("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS bytes")
  return rows[0].bytes
}

const searchGoalMs = 50

function findings(posts: number, { posting, reads }: Compared): Finding[] {
  const into = `${posts.toLocaleString('en')} posts and deliveries`
  const { filled, empty } = posting
  const ofReads = readNames.flatMap((name): Finding[] => {
    const isSearch = name === 'rare' || name === 'common'
    const what = `${isSearch ? `search for a ${name} word` : name} of ${posts.toLocaleString('en')} posts`
    return (['p50', 'p99'] as const).map(part => ({
      what: `${what}: ${part}`,
      value: reads.filled[name][part],
      unit: 'ms',
      ...(isSearch
        ? { goal: { atMost: searchGoalMs } }
        : { against: { what: 'nearly empty tables', value: reads.empty[name][part] }, goal: { atMost: 2 } }),
    }))
  })
  return [
    {
      ...{ what: `sustained into ${into}, ${connections} connections`, value: filled.perSecond, unit: '/s' },
      against: { what: 'nearly empty tables', value: empty.perSecond },
      goal: { atLeast: 0.9 },
    },
    {
      ...{ what: `bytes of Postgres's log per post, into ${into}`, value: filled.walBytes, unit: 'B' },
      against: { what: 'nearly empty tables', value: empty.walBytes },
    },
    ...ofReads,
  ]
}
