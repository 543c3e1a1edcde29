import type { Db } from '../connection/open.js'
import { ms } from '../connection/time.js'
import { beginsWithWords, wordsOf } from '../connection/words.js'
import { Prisma } from '../generated/client.js'
import { systemUserId } from './system-user.js'
import { findUsers, toUser, type User } from './users.js'

/** Filters users. Empty or absent fields match everything. */
export type UserSearch = {
  term: string
  /** Fields to search besides user name and nickname. */
  by: { email: boolean; fullName: boolean }
  teamId?: string | undefined
  inChannelId?: string | undefined
  notInChannelId?: string | undefined
  withInactive?: boolean | undefined
  limit: number
}

/** Returns users whose names have a word starting with each word of `term`, by user name. */
export async function searchUsers(db: Db, search: UserSearch): Promise<User[]> {
  const { term, by, teamId = '', inChannelId = '', notInChannelId = '', withInactive = false, limit } = search
  const names = ['username', 'nickname']
  if (by.fullName) names.push('first_name', 'last_name')
  if (by.email) names.push('email')
  const found = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM users
    WHERE id <> ${systemUserId} AND (${withInactive} OR delete_at = 0)
      AND (${teamId === ''} OR EXISTS (
        SELECT FROM team_members m WHERE m.user_id = users.id AND m.team_id = ${teamId} AND m.delete_at = 0))
      AND (${inChannelId === ''} OR EXISTS (
        SELECT FROM channel_members m WHERE m.user_id = users.id AND m.channel_id = ${inChannelId}))
      AND NOT EXISTS (
        SELECT FROM channel_members m WHERE m.user_id = users.id AND m.channel_id = ${notInChannelId})
      AND ${beginsWithWords(names.join(` || ' ' || `), wordsOf(term))}
    ORDER BY username LIMIT ${limit}`
  const ids = found.map(({ id }) => id)
  const users = new Map((await findUsers(db, ids)).map(user => [user.id, user]))
  return ids.flatMap(id => users.get(id) ?? [])
}

/**
 * Conditions to filter by: system administrators, deactivated accounts, or accounts with a password set by
 * somebody else.
 */
type AccountCondition = 'administrators' | 'deactivated' | 'first_password'

export type AccountSearch = {
  /** Part of the user name, e-mail address or name, ignoring case. Empty matches everything. */
  text: string
  condition?: AccountCondition | undefined
  /** Only live members of this team. */
  teamId?: string | undefined
  /** Only user names after this one. */
  after: string
  limit: number
  nowMs: number
}

/** An account with its counts. */
export type Account = {
  user: User
  teams: { id: string; name: string; displayName: string; roles: string }[]
  /** Neither deleted nor disabled. */
  liveHooks: number
  liveSessions: number
  /** 0 without a live session. */
  lastActivityAt: number
}

/** Returns a page of matching accounts, by user name, and their total number. Excludes Posthorn's own account. */
export async function searchAccounts(
  db: Db,
  search: AccountSearch,
): Promise<{ accounts: Account[]; total: number }> {
  const [row] = await db.$queryRaw<{ total: number; ids: string[] }[]>`
    WITH matched AS MATERIALIZED (SELECT id, username FROM users WHERE ${matching(search)})
    SELECT (SELECT count(*)::int FROM matched) AS total, ARRAY(
      SELECT id FROM matched WHERE username > ${search.after} ORDER BY username LIMIT ${search.limit}
    ) AS ids`
  const found = await findAccounts(db, row?.ids ?? [], search.nowMs)
  return { accounts: found, total: row?.total ?? 0 }
}

function matching({ text, condition, teamId }: AccountSearch): Prisma.Sql {
  const conditions: Record<AccountCondition, Prisma.Sql> = {
    administrators: Prisma.sql`'system_admin' = ANY(string_to_array(roles, ' ')) AND delete_at = 0`,
    deactivated: Prisma.sql`delete_at > 0`,
    first_password: Prisma.sql`must_change_password AND delete_at = 0`,
  }
  const wanted = [
    Prisma.sql`id <> ${systemUserId}`,
    Prisma.sql`strpos(lower(concat_ws(chr(10), username, email, nickname, first_name, last_name)), ${text.toLowerCase()}) > 0`,
  ]
  if (condition) wanted.push(conditions[condition])
  if (teamId !== undefined)
    wanted.push(
      Prisma.sql`id IN (SELECT user_id FROM team_members WHERE team_id = ${teamId} AND delete_at = 0)`,
    )
  return Prisma.join(wanted, ' AND ')
}

/** Returns one account with its counts, even if deactivated. */
export async function findAccount(db: Db, id: string, nowMs: number): Promise<Account | undefined> {
  return (await findAccounts(db, [id], nowMs))[0]
}

const teamsAndHooks = {
  teams: {
    where: { deleteAt: 0, team: { deleteAt: 0 } },
    include: { team: { select: { id: true, name: true, displayName: true } } },
    orderBy: { team: { name: 'asc' } },
  },
  _count: { select: { hooks: { where: { deleteAt: 0, disabledAt: 0 } } } },
} as const

async function findAccounts(db: Db, ids: string[], nowMs: number): Promise<Account[]> {
  const rows = await db.user.findMany({
    where: { id: { in: ids } },
    orderBy: { username: 'asc' },
    include: {
      ...teamsAndHooks,
      sessions: { where: { expiresAt: { gt: nowMs } }, select: { lastActivityAt: true } },
    },
  })
  return rows.map(({ teams, sessions, _count, ...user }) => ({
    user: toUser(user),
    teams: teams.map(({ team, roles }) => ({ ...team, roles })),
    liveHooks: _count.hooks,
    liveSessions: sessions.length,
    lastActivityAt: Math.max(0, ...sessions.map(({ lastActivityAt }) => ms(lastActivityAt))),
  }))
}
