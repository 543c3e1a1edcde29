import type { Db } from '../connection/open.js'
import { ms } from '../connection/time.js'
import { type InTransaction, inTransaction } from '../connection/transaction.js'
import { Prisma, type TeamMember as Row } from '../generated/client.js'
import { endOffersOf } from '../hooks/hook-offers.js'
import { type Team, toTeam } from './teams.js'

export type TeamMember = { teamId: string; userId: string; roles: string; deleteAt: number }

/** The channels that every member of a team joins. */
const defaultChannels = [
  { name: 'town-square', displayName: 'Town Square' },
  { name: 'off-topic', displayName: 'Off-Topic' },
]

/** `channelIds`: the team's default channels. */
export type NewTeam = Omit<Team, 'createAt' | 'updateAt' | 'deleteAt'> & {
  nowMs: number
  channelIds: [string, string]
}

type TeamCreation = { outcome: 'created'; team: Team } | { outcome: 'team_name_taken' | 'too_many_teams' }

/**
 * Creates a team with its default channels and its creator as administrator, unless its name is taken. Concurrent calls
 * leave at most `most` live teams created by this user, including those that they left.
 */
export function createTeam(db: Db, team: NewTeam, most: number): Promise<TeamCreation> {
  const { nowMs, channelIds, ...fields } = team
  const { creatorId } = fields
  const stamps = { createAt: nowMs, updateAt: nowMs }
  return inTransaction(db, async locked => {
    await locked.$queryRaw`SELECT 1 FROM users WHERE id = ${creatorId} FOR NO KEY UPDATE`
    if ((await locked.team.count({ where: { creatorId, deleteAt: 0 } })) >= most)
      return { outcome: 'too_many_teams' }
    const [made] = await locked.team.createManyAndReturn({
      data: [{ ...fields, ...stamps }],
      skipDuplicates: true,
    })
    if (!made) return { outcome: 'team_name_taken' }
    const channels = defaultChannels.map((channel, index) => {
      return { id: channelIds[index] ?? '', ...channel, ...stamps, teamId: made.id, type: 'O', creatorId }
    })
    await locked.channel.createMany({ data: channels })
    await join(locked, { teamId: made.id, userId: creatorId, roles: 'team_user team_admin', nowMs })
    return { outcome: 'created', team: toTeam(made) }
  })
}

type Joining = { teamId: string; userId: string; roles: string; nowMs: number }
export type Joined = 'joined' | 'already_member' | 'team_full' | 'team_gone'

/** Adds a user to a live team and its default channels. Concurrent calls leave at most `most` live members. */
export function addTeamMember(db: Db, joining: Joining, most: number): Promise<Joined> {
  const { teamId, userId } = joining
  return inTransaction(db, async locked => {
    const team = await locked.$queryRaw<unknown[]>`
      SELECT 1 FROM teams WHERE id = ${teamId} AND delete_at = 0 FOR NO KEY UPDATE`
    if (team.length === 0) return 'team_gone'
    if (await locked.teamMember.findFirst({ where: { teamId, userId, deleteAt: 0 } })) return 'already_member'
    if ((await locked.teamMember.count({ where: { teamId, deleteAt: 0 } })) >= most) return 'team_full'
    await join(locked, joining)
    return 'joined'
  })
}

/** Reactivates a former membership. Existing posts in the channels count as seen. */
async function join(db: InTransaction, { teamId, userId, roles, nowMs }: Joining): Promise<void> {
  await db.teamMember.upsert({
    where: { teamId_userId: { teamId, userId } },
    create: { teamId, userId, roles },
    update: { roles, deleteAt: 0 },
  })
  const names = defaultChannels.map(({ name }) => name)
  await db.$executeRaw`
    INSERT INTO channel_members (channel_id, user_id, last_viewed_at, msg_count, last_update_at)
    SELECT id, ${userId}, ${nowMs}::bigint, total_msg_count, ${nowMs}::bigint FROM channels
    WHERE team_id = ${teamId} AND name IN (${Prisma.join(names)}) AND delete_at = 0
    ON CONFLICT DO NOTHING`
}

/** Removes a user from a team and its channels. Returns false if they were not a member. */
export function removeTeamMember(db: Db, teamId: string, userId: string, nowMs: number): Promise<boolean> {
  return inTransaction(db, async locked => {
    const { count } = await locked.teamMember.updateMany({
      where: { teamId, userId, deleteAt: 0 },
      data: { deleteAt: nowMs, roles: '' },
    })
    if (count === 0) return false
    await locked.$executeRaw`DELETE FROM channel_members m USING channels c
      WHERE m.user_id = ${userId} AND c.id = m.channel_id AND c.team_id = ${teamId}`
    await endOffersOf(locked, userId, teamId)
    return true
  })
}

/** Returns false if the user is not a live member. */
export async function setTeamRoles(db: Db, teamId: string, userId: string, roles: string): Promise<boolean> {
  const { count } = await db.teamMember.updateMany({
    where: { teamId, userId, deleteAt: 0 },
    data: { roles },
  })
  return count > 0
}

/** A live membership. */
export async function findTeamMember(
  db: Db,
  teamId: string,
  userId: string,
): Promise<TeamMember | undefined> {
  const row = await db.teamMember.findFirst({ where: { teamId, userId, deleteAt: 0 } })
  return row ? toMember(row) : undefined
}

/** Returns the live memberships of the given users who are in the team. */
export async function findTeamMembers(db: Db, teamId: string, userIds: string[]): Promise<TeamMember[]> {
  const rows = await db.teamMember.findMany({
    where: { teamId, userId: { in: userIds }, deleteAt: 0 },
    orderBy: { userId: 'asc' },
  })
  return rows.map(toMember)
}

/** Returns a user's live memberships of live teams. */
export async function teamMembershipsOf(db: Db, userId: string): Promise<TeamMember[]> {
  const rows = await db.teamMember.findMany({
    where: { userId, deleteAt: 0, team: { deleteAt: 0 } },
    orderBy: { teamId: 'asc' },
  })
  return rows.map(toMember)
}

/** Returns a page of a team's live members. */
export async function teamMembersPage(
  db: Db,
  teamId: string,
  offset: number,
  limit: number,
): Promise<TeamMember[]> {
  const rows = await db.teamMember.findMany({
    where: { teamId, deleteAt: 0 },
    orderBy: { userId: 'asc' },
    skip: offset,
    take: limit,
  })
  return rows.map(toMember)
}

/** The number of live members, and of those with an active account. */
export async function teamStats(db: Db, teamId: string): Promise<{ total: number; active: number }> {
  const where = { teamId, deleteAt: 0 }
  const [total, active] = await Promise.all([
    db.teamMember.count({ where }),
    db.teamMember.count({ where: { ...where, user: { deleteAt: 0 } } }),
  ])
  return { total, active }
}

function toMember(row: Row): TeamMember {
  return { ...row, deleteAt: ms(row.deleteAt) }
}

/** Returns the roles of a live member of a live team, separated by spaces, or undefined. */
export async function teamRoles(db: Db, teamId: string, userId: string): Promise<string | undefined> {
  const member = await db.teamMember.findFirst({
    where: { teamId, userId, deleteAt: 0, team: { deleteAt: 0 } },
    select: { roles: true },
  })
  return member?.roles
}

/**
 * Returns another user's name and whether they are a live member of this team, or undefined if there is no such
 * user.
 */
export async function findUserInTeam(
  db: Db,
  teamId: string,
  userId: string,
): Promise<{ username: string; inTeam: boolean } | undefined> {
  const row = await db.user.findUnique({
    where: { id: userId },
    select: { username: true, teams: { where: { teamId, deleteAt: 0 }, select: { teamId: true } } },
  })
  return row ? { username: row.username, inTeam: row.teams.length > 0 } : undefined
}

/** Returns user names of active administrators of a team: its own first, then the system's. */
export async function administratorsOf(db: Db, teamId: string, most: number): Promise<string[]> {
  const rows = await db.$queryRaw<{ username: string }[]>`
    SELECT username FROM users LEFT JOIN team_members member
      ON member.user_id = users.id AND member.team_id = ${teamId} AND member.delete_at = 0
    WHERE users.delete_at = 0 AND (
      'team_admin' = ANY(string_to_array(member.roles, ' ')) OR 'system_admin' = ANY(string_to_array(users.roles, ' ')))
    ORDER BY 'team_admin' = ANY(string_to_array(coalesce(member.roles, ''), ' ')) DESC, username LIMIT ${most}`
  return rows.map(({ username }) => username)
}

/** A user's unread posts and mentions in a team's channels. */
export type TeamCounts = { teamId: string; posts: number; mentions: number }

/** Counts by team over the user's live channels. Channels set to mentions only have no unread posts. */
export function unreadByTeam(db: Db, userId: string): Promise<TeamCounts[]> {
  return db.$queryRaw<TeamCounts[]>`
    SELECT team_id AS "teamId", sum(mention_count)::int AS mentions,
      coalesce(sum(greatest(total_msg_count - msg_count, 0))
        FILTER (WHERE notify_props->>'mark_unread' IS DISTINCT FROM 'mention'), 0)::int AS posts
    FROM channel_members JOIN channels ON channels.id = channel_id
    WHERE user_id = ${userId} AND delete_at = 0 AND team_id <> ''
    GROUP BY team_id ORDER BY team_id`
}
