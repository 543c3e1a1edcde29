import type { Db } from '@posthorn/db'

/** Users, channels and hooks that `addThousands` creates of each. */
export const thousands = 5000

type Added = { teamId: string; ownerId: string; channelId: string }

/**
 * Adds 5,000 users, who are all in the team and in the channel, 5,000 public channels, which only the owner is in, and 5,000
 * hooks of the owner, in one statement. Their names are `user-0001`, `Channel 0001` and `Hook 0001`.
 */
export async function addThousands(db: Db, { teamId, ownerId, channelId }: Added): Promise<void> {
  await db.$executeRaw`
    WITH n AS (SELECT lpad(i::text, 4, '0') AS n FROM generate_series(1, ${thousands}::int) i),
    new_users AS (
      INSERT INTO users (id, create_at, update_at, username, email, password_hash, first_name, last_name)
      SELECT 'zu' || lpad(n, 24, '0'), 1, 1, 'user-' || n, n || '@x.example', '', 'Ada', 'Number ' || n FROM n
    ),
    new_team_members AS (
      INSERT INTO team_members (team_id, user_id) SELECT ${teamId}, 'zu' || lpad(n, 24, '0') FROM n
    ),
    new_channels AS (
      INSERT INTO channels (id, create_at, update_at, team_id, type, name, display_name, purpose)
      SELECT 'zc' || lpad(n, 24, '0'), 1, 1, ${teamId}, 'O', 'channel-' || n, 'Channel ' || n, 'About ' || n FROM n
    ),
    new_members AS (
      INSERT INTO channel_members (channel_id, user_id)
      SELECT ${channelId}, 'zu' || lpad(n, 24, '0') FROM n
      UNION ALL SELECT 'zc' || lpad(n, 24, '0'), ${ownerId} FROM n
    )
    INSERT INTO hooks (id, create_at, update_at, team_id, user_id, channel_id, display_name)
    SELECT 'zh' || lpad(n, 24, '0'), 1, 1, ${teamId}, ${ownerId}, ${channelId}, 'Hook ' || n FROM n`
  await db.$executeRaw`ANALYZE users, channels, channel_members, hooks, team_members`
}
