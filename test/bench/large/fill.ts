import type { Db } from '@posthorn/db'
import { newId } from '@posthorn/server'
import { channelName } from '../load/payload.js'
import type { Rig } from '../systems/rig.js'
import { fillPosts } from './fill-posts.js'
import { indexAll } from './index-all.js'

/** Channels besides Town Square. */
export const manyChannels = 1000
/** Posts are from yesterday and today, for which deliveries have partitions. */
const overMs = 24 * 3_600_000

/** Adds the channels, of which the administrator is a member. */
export async function addChannels({ db }: Pick<Rig, 'db'>): Promise<void> {
  const { id, teamId, creatorId } = await townSquare(db)
  const nowMs = Date.now()
  const data = Array.from({ length: manyChannels }, (_, number) => ({
    ...{ id: newId(), teamId, creatorId, name: channelName(number), displayName: channelName(number) },
    ...{ type: 'O', createAt: nowMs, updateAt: nowMs },
  }))
  await db.channel.createMany({ data, skipDuplicates: true })
  await db.$executeRaw`
    INSERT INTO channel_members (channel_id, user_id)
    SELECT id, ${creatorId} FROM channels WHERE team_id = ${teamId} AND id <> ${id} ON CONFLICT DO NOTHING`
}

export const townSquare = (db: Db) => db.channel.findFirstOrThrow({ where: { name: 'town-square' } })

/** Writes posts and a delivery for each, unless an earlier run has. */
export async function fill(
  { db }: Pick<Rig, 'db'>,
  posts: number,
  log: (line: string) => void,
): Promise<void> {
  const [found] = await db.$queryRaw<{ there: boolean }[]>`
    SELECT count(*) = ${posts} AS there FROM (SELECT FROM posts LIMIT ${posts}) filled`
  if (found?.there) return
  const { id, creatorId: userId } = await townSquare(db)
  const others = await db.channel.findMany({ where: { name: { startsWith: channelName(0).slice(0, -1) } } })
  const channelIds = [id, ...others.map(({ id }) => id)]
  const toMs = Date.now()
  await fillPosts(db, { posts, channelIds, userId, fromMs: toMs - overMs, toMs })
  log(`  ${posts.toLocaleString('en')} posts`)
  await fillDeliveries(db)
  await countFilled(db)
  log('  as many deliveries')
  await indexAll(db)
  log('  all in the index of words')
}

/** Writes a posted delivery of the first hook for each post, straight into the table. Partitions for their days must exist. */
async function fillDeliveries(db: Db): Promise<void> {
  await db.$executeRaw`
    INSERT INTO deliveries (id, hook_id, team_id, channel_id, settled_at, outcome, post_count, request_id, payload)
    SELECT left(posts.id, 24) || '00', hook.id, hook.team_id, posts.channel_id, posts.create_at + 5, 'posted', 1,
      left(posts.id, 24) || '0r', '{"text":' || to_json(posts.message)::text || '}'
    FROM posts, (SELECT id, team_id FROM hooks ORDER BY id LIMIT 1) hook ORDER BY posts.id`
  await db.$executeRaw`VACUUM ANALYZE deliveries`
}

async function countFilled(db: Db): Promise<void> {
  await db.$executeRaw`
    UPDATE channels SET total_msg_count = filled.posts, last_post_at = filled.last
    FROM (SELECT channel_id, count(*) AS posts, max(create_at) AS last FROM posts GROUP BY 1) filled
    WHERE filled.channel_id = channels.id`
}
