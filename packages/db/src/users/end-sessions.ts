import { lockGrants } from '../connection/locks.js'
import type { Db } from '../connection/open.js'
import { type InTransaction, inTransactionOf } from '../connection/transaction.js'
import { Prisma } from '../generated/client.js'

/**
 * Ends one session of this user with the codes issued in it and, for an app's session, its refresh token. Returns false
 * if it is not the user's.
 */
export function endSession(db: Db, userId: string, id: string): Promise<boolean> {
  const sessions = Prisma.sql`user_id = ${userId} AND id = ${id}`
  const families = Prisma.sql`id IN (SELECT family_id FROM sessions WHERE ${sessions})`
  return inTransactionOf(db, userId, async locked => {
    await lockGrants(locked, userId)
    return (await endSessionsWhere(locked, { sessions, families })).length > 0
  })
}

/**
 * Ends all sessions of a user except `keep`, and all codes, access tokens, refresh tokens and consents of apps for that user.
 * Needs a transaction that holds `lockGrants`.
 * @returns the IDs of the ended sessions
 */
export async function endEverythingOf(tx: InTransaction, userId: string, keep = ''): Promise<string[]> {
  const where = { userId }
  await tx.oauthConsent.deleteMany({ where })
  await tx.oauthCode.deleteMany({ where })
  const families = Prisma.sql`user_id = ${userId}`
  return endSessionsWhere(tx, { sessions: Prisma.sql`${families} AND id <> ${keep}`, families })
}

/**
 * Ends token families and sessions. Needs a transaction that holds `lockGrants` or `lockApp`.
 * @returns the IDs of the ended sessions
 */
export async function endSessionsWhere(
  tx: InTransaction,
  { sessions, families }: { sessions: Prisma.Sql; families: Prisma.Sql },
): Promise<string[]> {
  const ended = await tx.$queryRaw<{ id: string }[]>`
    WITH family AS (DELETE FROM oauth_token_families WHERE ${families} RETURNING id)
    DELETE FROM sessions WHERE (SELECT count(*) FROM family) >= 0 AND ${sessions} RETURNING id`
  return ended.map(({ id }) => id)
}
