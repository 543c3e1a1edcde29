import { isDuplicate } from '../connection/errors.js'
import type { Db } from '../connection/open.js'
import { endOffersOf } from '../hooks/hook-offers.js'
import { endsAdmin, unlessLastAdmin } from './last-admin.js'
import { endSessionsOf } from './sessions.js'
import { findUser, toUser, type User, type UserChanges } from './users.js'

/** What is not given begins empty. */
export type NewUser = UserChanges & {
  id: string
  nowMs: number
  username: string
  email: string
  passwordHash: string
  /** Whether somebody else chose the password. */
  mustChangePassword?: boolean
}

export type Taken = 'username_taken' | 'email_taken'

export type UserCreation = { outcome: 'created'; user: User } | { outcome: Taken }
export type UserUpdate =
  | { outcome: 'updated'; user: User }
  | { outcome: Taken | 'last_admin' | 'no_such_user' }

/** Makes an account, unless its user name or e-mail address is somebody's already. */
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
 * Changes an account, unless the new user name or e-mail address is another's, or nobody who is active would administer
 * the system any more.
 */
export async function updateUser(
  db: Db,
  id: string,
  changes: UserChanges,
  nowMs: number,
): Promise<UserUpdate> {
  const update = async (from: Pick<Db, 'user' | 'hook'>) => {
    if (changes.deleteAt) await endOffersOf(from, id)
    return from.user.updateMany({ where: { id }, data: { ...changes, updateAt: nowMs } })
  }
  try {
    const isDone = endsAdmin(changes) ? await unlessLastAdmin(db, id, update) : await update(db)
    if (!isDone) return { outcome: 'last_admin' }
  } catch (error) {
    if (isDuplicate(error)) return { outcome: await takenByAnother(db, id, changes) }
    throw error
  }
  const user = await findUser(db, id)
  return user ? { outcome: 'updated', user } : { outcome: 'no_such_user' }
}

async function takenByAnother(db: Db, id: string, { username = '' }: UserChanges): Promise<Taken> {
  const another = await db.user.findFirst({ where: { username, id: { not: id } } })
  return another ? 'username_taken' : 'email_taken'
}

/** Whether an e-mail address is another account's than `id`'s. */
export async function isEmailOfAnother(db: Db, email: string, id: string): Promise<boolean> {
  const holder = await db.user.findUnique({ where: { email }, select: { id: true } })
  return holder !== null && holder.id !== id
}

/** The hash of a user's password, for the one place that compares it. */
export async function passwordHashOf(db: Db, id: string): Promise<string | undefined> {
  const row = await db.user.findUnique({ where: { id }, select: { passwordHash: true } })
  return row?.passwordHash
}

/**
 * A new password; every session but the one that changed it ends, those of apps too. With `mustChange` it is one that
 * somebody else gave.
 * @returns the ids of those that ended
 */
export async function changePassword(
  db: Db,
  user: { id: string; passwordHash: string; mustChange?: boolean; keepSession?: string; nowMs: number },
): Promise<string[]> {
  const { id, passwordHash, mustChange: mustChangePassword = false, keepSession, nowMs } = user
  const data = { passwordHash, mustChangePassword, lastPasswordUpdate: nowMs, updateAt: nowMs }
  return db.$transaction(async locked => {
    await locked.user.update({ where: { id }, data })
    return endSessionsOf(locked, id, keepSession)
  })
}
