import type { Db } from '../connection/open.js'
import { textArray } from '../connection/parameters.js'
import { ms } from '../connection/time.js'
import type { User as Row } from '../generated/client.js'
import { systemUserId } from './system-user.js'

export type User = {
  id: string
  createAt: number
  updateAt: number
  deleteAt: number
  username: string
  email: string
  emailVerified: boolean
  /**
   * The unconfirmed e-mail address that the user chose. The user sees it as their own. If another account has
   * the same address, it is not in `email`. Empty if an administrator set the address.
   */
  requestedEmail: string
  nickname: string
  firstName: string
  lastName: string
  position: string
  roles: string
  locale: string
  notifyProps: Record<string, string>
  props: Record<string, string>
  lastPasswordUpdate: number
  /** Whether it is an app's bot, which no password opens. */
  isBot: boolean
  /** Whether somebody else set the password, so that it must be changed first. */
  mustChangePassword: boolean
}

/** The fields of an account, except the password, that its owner or an administrator can change. */
export type UserChanges = Partial<
  Pick<
    User,
    | 'username'
    | 'email'
    | 'emailVerified'
    | 'requestedEmail'
    | 'nickname'
    | 'firstName'
    | 'lastName'
    | 'position'
    | 'locale'
    | 'notifyProps'
    | 'props'
    | 'roles'
    | 'deleteAt'
  >
>

/** The only type that contains the hash, for the one place that compares it. */
export type UserWithPassword = { user: User; passwordHash: string }

export function toUser({ passwordHash: _, ...row }: Row): User {
  return {
    ...row,
    createAt: ms(row.createAt),
    updateAt: ms(row.updateAt),
    deleteAt: ms(row.deleteAt),
    lastPasswordUpdate: ms(row.lastPasswordUpdate),
    notifyProps: row.notifyProps as Record<string, string>,
    props: row.props as Record<string, string>,
  }
}

/** The columns of `users` as the fields of a `User`. */
export const userColumns = `
  users.id, users.create_at AS "createAt", users.update_at AS "updateAt", users.delete_at AS "deleteAt", username, email,
  email_verified AS "emailVerified", requested_email AS "requestedEmail", nickname, first_name AS "firstName",
  last_name AS "lastName", position, roles, locale, notify_props AS "notifyProps", users.props,
  last_password_update AS "lastPasswordUpdate", is_bot AS "isBot", must_change_password AS "mustChangePassword"`

/** By ID, or by user name or e-mail address, both of which are stored in lower case. */
export async function findUserToLogIn(
  db: Db,
  who: { id: string } | { loginId: string },
): Promise<UserWithPassword | undefined> {
  const name = 'loginId' in who ? who.loginId.toLowerCase() : ''
  const where = 'id' in who ? who : { OR: [{ username: name }, { email: name }] }
  const row = await db.user.findFirst({ where })
  return row ? { user: toUser(row), passwordHash: row.passwordHash } : undefined
}

/** Returns the user, even if deactivated. */
export async function findUser(db: Db, id: string): Promise<User | undefined> {
  const row = await db.user.findUnique({ where: { id } })
  return row ? toUser(row) : undefined
}

/** Includes deactivated users. Omits unknown IDs. */
export async function findUsers(db: Db, ids: string[]): Promise<User[]> {
  const rows = await db.user.findMany({ where: { id: { in: ids } } })
  return rows.map(toUser)
}

export async function findUserByName(db: Db, username: string): Promise<User | undefined> {
  const row = await db.user.findUnique({ where: { username } })
  return row ? toUser(row) : undefined
}

/** Finds a user by e-mail address, in lower case. */
export async function findUserByEmail(db: Db, email: string): Promise<User | undefined> {
  const row = await db.user.findUnique({ where: { email } })
  return row ? toUser(row) : undefined
}

/** Returns a page of all users by user name, including deactivated ones but not Posthorn's own account. */
export async function usersPage(db: Db, offset: number, limit: number): Promise<User[]> {
  const where = { id: { not: systemUserId } }
  const rows = await db.user.findMany({ where, orderBy: { username: 'asc' }, skip: offset, take: limit })
  return rows.map(toUser)
}

/** Returns a page of a team's live members by user name. */
export async function teamUsersPage(db: Db, teamId: string, offset: number, limit: number): Promise<User[]> {
  const rows = await db.user.findMany({
    where: { teams: { some: { teamId, deleteAt: 0 } } },
    orderBy: { username: 'asc' },
    skip: offset,
    take: limit,
  })
  return rows.map(toUser)
}

/** Returns a page of a channel's members by user name. */
export async function channelUsersPage(
  db: Db,
  channelId: string,
  offset: number,
  limit: number,
): Promise<User[]> {
  const rows = await db.user.findMany({
    where: { channels: { some: { channelId } } },
    orderBy: { username: 'asc' },
    skip: offset,
    take: limit,
  })
  return rows.map(toUser)
}

/** Returns a page of a team's live members who are not in the channel, by user name. */
export async function usersNotInChannelPage(
  db: Db,
  { teamId, channelId }: { teamId: string; channelId: string },
  offset: number,
  limit: number,
): Promise<User[]> {
  const rows = await db.user.findMany({
    where: { teams: { some: { teamId, deleteAt: 0 } }, channels: { none: { channelId } } },
    orderBy: { username: 'asc' },
    skip: offset,
    take: limit,
  })
  return rows.map(toUser)
}

/**
 * Whether an account other than `id` has a confusingly similar name. `folded` is the name in lower case without
 * the dots, hyphens and underscores that readers overlook.
 */
export async function hasLookalike(db: Db, folded: string, id = ''): Promise<boolean> {
  const found = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM users WHERE translate(username, '._-', '') = ${folded} AND id <> ${id} LIMIT 1`
  return found.length > 0
}

/** Returns IDs by user name. Omits unknown names. */
export async function findUserIds(db: Db, usernames: string[]): Promise<Map<string, string>> {
  if (usernames.length === 0) return new Map()
  const rows = await db.user.findMany({
    where: { username: { in: usernames } },
    select: { id: true, username: true },
  })
  return new Map(rows.map(({ id, username }) => [username, id]))
}

/** Returns those of these users who are active. */
export async function findLiveUserIds(db: Db, ids: string[]): Promise<Set<string>> {
  const text = 'SELECT id FROM users WHERE id = ANY($1::text[]) AND delete_at = 0'
  const values = [textArray(ids)]
  const { rows } = await db.pool.query<{ id: string }>({ name: 'live users', text, values })
  return new Set(rows.map(({ id }) => id))
}
