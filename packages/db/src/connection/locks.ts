import type { InTransaction } from './transaction.js'

/**
 * The order in which transactions lock users, apps, and what belongs to both:
 *
 * 1. users, by id;
 * 2. apps, by id;
 * 3. token families, sessions, codes and consents, in any order.
 *
 * Rows of the third kind need no order among themselves, because their writers exclude all others first: either by
 * the lock on their user and at least `FOR KEY SHARE` on their app (`lockGrants`), or by `FOR UPDATE` on the app alone
 * (`lockApp`). A statement that locks a single row and nothing before it, as the one that notes a session's use, needs none
 * of this.
 */
export type LockedUser = { deleteAt: number; passwordHash: string; hasApp: boolean }

/**
 * Locks a user, and every app that has or may get something of theirs: `appId`, and those of their families, codes and
 * sessions. After this nobody else begins or ends any of it before the transaction ends.
 * @returns undefined where there is no such user; `hasApp` is false where there is no app `appId`
 */
export async function lockGrants(
  tx: InTransaction,
  userId: string,
  appId: string | null = null,
): Promise<LockedUser | undefined> {
  const [user] = await tx.$queryRaw<{ delete_at: bigint; password_hash: string }[]>`
    SELECT delete_at, password_hash FROM users WHERE id = ${userId} FOR NO KEY UPDATE`
  if (!user) return undefined
  const apps = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM oauth_apps WHERE id = ${appId} OR id IN (
      SELECT app_id FROM oauth_token_families WHERE user_id = ${userId}
      UNION ALL SELECT app_id FROM oauth_codes WHERE user_id = ${userId}
      UNION ALL SELECT app_id FROM sessions WHERE user_id = ${userId} AND app_id IS NOT NULL
    ) ORDER BY id FOR KEY SHARE`
  const hasApp = appId === null || apps.some(({ id }) => id === appId)
  return { deleteAt: Number(user.delete_at), passwordHash: user.password_hash, hasApp }
}

/** Locks an app's bot, and then the app, with all that it has of any user. @returns false where there is no such app */
export async function lockApp(tx: InTransaction, id: string): Promise<boolean> {
  await tx.$queryRaw`
    SELECT 1 FROM users WHERE id = (SELECT bot_user_id FROM oauth_apps WHERE id = ${id}) FOR NO KEY UPDATE`
  const found = await tx.$queryRaw<unknown[]>`SELECT 1 FROM oauth_apps WHERE id = ${id} FOR UPDATE`
  return found.length > 0
}
