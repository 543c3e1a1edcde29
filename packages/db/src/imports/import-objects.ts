import { isDuplicate } from '../connection/errors.js'
import type { Db } from '../connection/open.js'
import { textArray } from '../connection/parameters.js'
import { addHook, type HookBounds, type TooManyHooks } from '../hooks/hook-bounds.js'

/** A public or private channel. */
export type ImportedChannel = {
  id: string
  createAt: number
  deleteAt: number
  teamId: string
  type: string
  name: string
  displayName: string
  header: string
  purpose: string
  creatorId: string
}

/** Creates a channel without members. @returns false if the team has `most` live channels, or the name was taken meanwhile */
export async function importChannel(db: Db, channel: ImportedChannel, most: number): Promise<boolean> {
  const { teamId, createAt } = channel
  return db.$transaction(async tx => {
    await tx.$queryRaw`SELECT 1 FROM teams WHERE id = ${teamId} FOR NO KEY UPDATE`
    if ((await tx.channel.count({ where: { teamId, deleteAt: 0 } })) >= most) return false
    const data = [{ ...channel, updateAt: createAt, extraUpdateAt: createAt }]
    return (await tx.channel.createMany({ data, skipDuplicates: true })).count > 0
  })
}

/** Creates an account whose times and digest come from elsewhere. @returns false if its name or address was taken meanwhile */
export async function importUser(
  db: Db,
  user: {
    id: string
    createAt: number
    deleteAt: number
    username: string
    email: string
    nickname: string
    firstName: string
    lastName: string
    position: string
    locale: string
    notifyProps: Record<string, string>
    passwordHash: string
  },
): Promise<boolean> {
  const data = [{ ...user, updateAt: user.createAt }]
  return (await db.user.createMany({ data, skipDuplicates: true })).count > 0
}

/**
 * Creates a hook with the digests that open it. Creates nothing if the hook exists, another one has one of them, or its owner or
 * team has too many.
 */
export async function importHook(
  db: Db,
  hook: {
    id: string
    createAt: number
    userId: string
    channelId: string
    teamId: string
    displayName: string
    description: string
    confirm: boolean
    locked: boolean
  },
  digests: Uint8Array<ArrayBuffer>[],
  most: HookBounds,
): Promise<'created' | 'exists' | 'key_taken' | TooManyHooks> {
  const { id: hookId, createAt } = hook
  const keys = digests.map(digest => ({ digest, hookId, createAt }))
  try {
    return await addHook(db, hook, most, async tx => {
      const made = await tx.hook.createMany({ data: [{ ...hook, updateAt: createAt }], skipDuplicates: true })
      if (made.count === 0) return 'exists'
      await tx.hookKey.createMany({ data: keys })
      return 'created'
    })
  } catch (error) {
    if (isDuplicate(error)) return 'key_taken'
    throw error
  }
}

/** A membership of a team, or of a channel. The other ID is empty. */
export type ImportedMember = { teamId: string; channelId: string; userId: string; isAdmin: boolean }

/**
 * Creates missing memberships. A team gets at most `most` members, and only members of its team join a channel. What a channel
 * has counts as seen.
 * @returns how many are new, and how many are still missing
 */
export async function importMembers(
  db: Db,
  members: ImportedMember[],
  { most, nowMs }: { most: number; nowMs: number },
): Promise<{ created: number; missing: number }> {
  if (members.length === 0) return { created: 0, missing: 0 }
  const columns = [
    textArray(members.map(({ teamId }) => teamId)),
    textArray(members.map(({ channelId }) => channelId)),
    textArray(members.map(({ userId }) => userId)),
    members.map(({ isAdmin }) => isAdmin),
  ]
  const joined = await db.pool.query({ text: joiningTeams, values: [...columns, most] })
  const added = await db.pool.query({ text: joiningChannels, values: [...columns, nowMs] })
  const { rows } = await db.pool.query<{ missing: number }>({ text: missing, values: columns.slice(0, 3) })
  const created = (joined.rowCount ?? 0) + (added.rowCount ?? 0)
  return { created, missing: rows[0]?.missing ?? 0 }
}

const wanted = `unnest($1::text[], $2::text[], $3::text[], $4::bool[]) AS row (team_id, channel_id, user_id, is_admin)`

const joiningTeams = `
  WITH locked AS (SELECT id FROM teams WHERE id = ANY($1::text[]) AND delete_at = 0 ORDER BY id FOR NO KEY UPDATE)
  INSERT INTO team_members (team_id, user_id, roles)
  SELECT team_id, user_id, roles FROM (
    SELECT DISTINCT ON (row.team_id, row.user_id) row.team_id, row.user_id,
      CASE WHEN is_admin THEN 'team_user team_admin' ELSE 'team_user' END AS roles,
      dense_rank() OVER (PARTITION BY row.team_id ORDER BY row.user_id) AS place,
      (SELECT count(*) FROM team_members m WHERE m.team_id = row.team_id AND m.delete_at = 0) AS members
    FROM ${wanted} JOIN locked ON locked.id = row.team_id JOIN users ON users.id = row.user_id
    WHERE NOT EXISTS (SELECT FROM team_members m WHERE m.team_id = row.team_id AND m.user_id = row.user_id)
  ) joining
  WHERE place + members <= $5::int ON CONFLICT DO NOTHING`

const joiningChannels = `
  INSERT INTO channel_members (channel_id, user_id, roles, last_viewed_at, msg_count, last_update_at)
  SELECT DISTINCT ON (row.channel_id, row.user_id) row.channel_id, row.user_id,
    CASE WHEN is_admin THEN 'channel_user channel_admin' ELSE 'channel_user' END,
    $5::bigint, total_msg_count, $5::bigint
  FROM ${wanted} JOIN channels ON channels.id = row.channel_id AND type <> 'D'
  JOIN team_members m ON m.team_id = channels.team_id AND m.user_id = row.user_id AND m.delete_at = 0
  ON CONFLICT DO NOTHING`

const missing = `
  SELECT count(*)::int AS missing FROM unnest($1::text[], $2::text[], $3::text[]) AS row (team_id, channel_id, user_id)
  WHERE CASE WHEN channel_id = ''
    THEN NOT EXISTS (SELECT FROM team_members m WHERE m.team_id = row.team_id AND m.user_id = row.user_id AND m.delete_at = 0)
    ELSE NOT EXISTS (SELECT FROM channel_members m WHERE m.channel_id = row.channel_id AND m.user_id = row.user_id) END`
