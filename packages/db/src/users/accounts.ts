import { isDuplicate } from '../connection/errors.js'
import { lockGrants } from '../connection/locks.js'
import type { Db } from '../connection/open.js'
import { type InTransaction, inTransactionOf } from '../connection/transaction.js'
import { Prisma } from '../generated/client.js'
import { endOffersOf } from '../hooks/hook-offers.js'
import { isBotOf, sessionsOfAppsOf, setBotsActive } from './app-owners.js'
import { endEverythingOf } from './sessions.js'
import { findUser, toUser, type User, type UserChanges } from './users.js'

/** Absent fields are empty. */
export type NewUser = UserChanges & {
  id: string
  nowMs: number
  username: string
  email: string
  passwordHash: string
  /** Whether somebody else set the password. */
  mustChangePassword?: boolean
}

export type Taken = 'username_taken' | 'email_taken'

type UserCreation = { outcome: 'created'; user: User } | { outcome: Taken }
/** `ended`: the IDs of the sessions that are invalid now, for good or while the user is deactivated. */
type UserUpdate =
  | { outcome: 'updated'; user: User; ended: string[] }
  | { outcome: Taken | 'last_admin' | 'no_such_user' }

/** Creates an account, unless its user name or e-mail address is taken. */
export async function createUser(db: Db, user: NewUser): Promise<UserCreation> {
  const { nowMs, ...fields } = user
  const stamps = { createAt: nowMs, updateAt: nowMs, lastPasswordUpdate: nowMs }
  const data = [{ ...fields, ...stamps }]
  const [made] = await db.user.createManyAndReturn({ data, skipDuplicates: true })
  if (!made) return { outcome: await whatIsTaken(db, user) }
  return { outcome: 'created', user: toUser(made) }
}

async function whatIsTaken(db: Db, { username }: NewUser): Promise<Taken> {
  return (await db.user.findUnique({ where: { username } })) ? 'username_taken' : 'email_taken'
}

/**
 * Changes an account, unless the new user name or e-mail address is taken, or no active user would administer
 * the system any more. Deactivation permanently ends all sessions, codes, tokens and consents of the user, and
 * suspends the user's own apps until the user is reactivated.
 */
export async function updateUser(
  db: Db,
  id: string,
  changes: UserChanges,
  nowMs: number,
): Promise<UserUpdate> {
  let ended: string[] | undefined
  try {
    const update = (locked: InTransaction) => updateIn(locked, id, changes, nowMs)
    ended = endsAdmin(changes) ? await unlessLastAdmin(db, id, update) : await inTransactionOf(db, id, update)
  } catch (error) {
    if (isDuplicate(error)) return { outcome: await takenByAnother(db, id, changes) }
    throw error
  }
  if (!ended) return { outcome: 'last_admin' }
  const user = await findUser(db, id)
  return user ? { outcome: 'updated', user, ended } : { outcome: 'no_such_user' }
}

async function updateIn(
  locked: InTransaction,
  id: string,
  changes: UserChanges,
  nowMs: number,
): Promise<string[]> {
  const { deleteAt } = changes
  const update = () => locked.user.updateMany({ where: { id }, data: { ...changes, updateAt: nowMs } })
  if (deleteAt === undefined) return update().then(() => [])
  await locked.$queryRaw`SELECT 1 FROM users WHERE id = ${id} OR ${isBotOf(id)} ORDER BY id FOR NO KEY UPDATE`
  const before = (await lockGrants(locked, id))?.deleteAt ?? 0
  await update()
  await setBotsActive(locked, id, { before, after: deleteAt, nowMs })
  if (deleteAt === 0) return []
  await endOffersOf(locked, id)
  return [...(await endEverythingOf(locked, id)), ...(await sessionsOfAppsOf(locked, id))]
}

async function takenByAnother(db: Db, id: string, { username = '' }: UserChanges): Promise<Taken> {
  const another = await db.user.findFirst({ where: { username, id: { not: id } } })
  return another ? 'username_taken' : 'email_taken'
}

/** Whether an e-mail address belongs to an account other than `id`. */
export async function isEmailOfAnother(db: Db, email: string, id: string): Promise<boolean> {
  const holder = await db.user.findUnique({ where: { email }, select: { id: true } })
  return holder !== null && holder.id !== id
}

/** Returns the hash of a user's password, for the one place that compares it. */
export async function passwordHashOf(db: Db, id: string): Promise<string | undefined> {
  const row = await db.user.findUnique({ where: { id }, select: { passwordHash: true } })
  return row?.passwordHash
}

/**
 * Sets a new password and ends all sessions, codes, tokens and consents of the user, except the session that changed it.
 * `mustChange` means that somebody else set the password.
 * @returns the IDs of the ended sessions, or undefined if the session that changes the password has itself ended
 */
export async function changePassword(
  db: Db,
  user: { id: string; passwordHash: string; mustChange?: boolean; keepSession?: string; nowMs: number },
): Promise<string[] | undefined> {
  const { id, passwordHash, mustChange: mustChangePassword = false, keepSession, nowMs } = user
  const data = { passwordHash, mustChangePassword, lastPasswordUpdate: nowMs, updateAt: nowMs }
  return inTransactionOf(db, id, async locked => {
    await lockGrants(locked, id)
    const isKept =
      keepSession === undefined ||
      (await locked.session.count({ where: { id: keepSession, userId: id } })) > 0
    if (!isKept) return undefined
    await locked.user.update({ where: { id }, data })
    return endEverythingOf(locked, id, keepSession)
  })
}

/** Whether a change would remove the system administrator role from its account. */
function endsAdmin({ roles, deleteAt = 0 }: UserChanges): boolean {
  return deleteAt > 0 || (roles !== undefined && !roles.split(' ').includes('system_admin'))
}

/**
 * Makes a change that removes account `id` as an administrator, unless it is the last active one.
 * Locks the rows of the administrators, the account and its bots first, so if two demote each other at once, one stays.
 * @returns undefined if nothing was changed
 */
function unlessLastAdmin<Changed>(
  db: Db,
  id: string,
  change: (locked: InTransaction) => Promise<Changed>,
): Promise<Changed | undefined> {
  return inTransactionOf(db, id, async locked => {
    const rows = await locked.$queryRaw<{ id: string; is_admin: boolean }[]>`
      SELECT id, ${isActiveAdmin} AS is_admin FROM users WHERE id = ${id} OR ${isActiveAdmin} OR ${isBotOf(id)}
      ORDER BY id FOR NO KEY UPDATE`
    const admins = rows.filter(row => row.is_admin)
    return admins.length === 1 && admins[0]?.id === id ? undefined : change(locked)
  })
}

const isActiveAdmin = Prisma.sql`('system_admin' = ANY (string_to_array(roles, ' ')) AND delete_at = 0)`
