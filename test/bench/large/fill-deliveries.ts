import type { Rig } from '../systems/rig.js'

/** Writes a posted delivery of the first hook for each post, straight into the table. Partitions for their days must exist. */
export async function fillDeliveries({ db }: Rig): Promise<void> {
  await db.$executeRaw`
    INSERT INTO deliveries (id, hook_id, team_id, channel_id, settled_at, outcome, post_count, request_id, payload)
    SELECT left(posts.id, 24) || '00', hook.id, hook.team_id, posts.channel_id, posts.create_at + 5, 'posted', 1,
      left(posts.id, 24) || '0r', '{"text":' || to_json(posts.message)::text || '}'
    FROM posts, (SELECT id, team_id FROM hooks ORDER BY id LIMIT 1) hook ORDER BY posts.id`
  await db.$executeRaw`VACUUM ANALYZE deliveries`
}
