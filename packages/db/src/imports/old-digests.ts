import type { Db } from '../connection/open.js'

/** Returns the highest cost among the accounts' bcrypt digests, or 0 if there are none. */
export async function mostBcryptCost(db: Db): Promise<number> {
  const { rows } = await db.pool.query<{ cost: number }>(
    `SELECT coalesce(max(substring(password_hash FROM 5 FOR 2)::int), 0) AS cost FROM users WHERE password_hash LIKE '$2_$__$%'`,
  )
  return rows[0]?.cost ?? 0
}

/** Replaces an account's digest by another hash of the same password, which ends no sessions. @returns false if it has changed */
export async function upgradePasswordHash(
  db: Db,
  { userId: id, from, to }: { userId: string; from: string; to: string },
): Promise<boolean> {
  const where = { id, passwordHash: from }
  const { count } = await db.user.updateMany({ where, data: { passwordHash: to } })
  return count > 0
}
