import { lockGrants } from '../connection/locks.js'
import type { Db } from '../connection/open.js'
import { ms } from '../connection/time.js'
import { inTransactionOf } from '../connection/transaction.js'
import { digest } from '../digest.js'
import { Prisma } from '../generated/client.js'
import { createSessionIn, endSessionsWhere, type NewSession } from '../users/sessions.js'
import { toUser, type User } from '../users/users.js'

/** All tokens that descend from one code: one refresh token at a time, and the access token issued with it. */
export type TokenFamily = { id: string; appId: string; user: User; scope: string; expiresAt: number }

const idLength = 26
const stemLength = 52
const tokenLength = 78

/**
 * Returns the common prefix of a family's refresh tokens: its ID, and a secret that identifies replaced tokens as
 * the family's own. Other texts have none.
 */
export function stemOf(refreshToken: string): string | undefined {
  return refreshToken.length === tokenLength ? refreshToken.slice(0, stemLength) : undefined
}

/** Returns the family that issued a refresh token, even if expired, and whether the token is its latest. */
export async function findTokenFamily(
  db: Db,
  refreshToken: string,
): Promise<(TokenFamily & { isLatest: boolean }) | undefined> {
  const id = refreshToken.slice(0, idLength)
  const row = await db.oauthTokenFamily.findUnique({ where: { id }, include: { user: true } })
  if (!row?.refreshDigest) return undefined
  const { appId, scope, user } = row
  const isLatest = isDigestOf(row.refreshDigest, refreshToken)
  if (!isLatest && !wasIssued(refreshToken, row.stemDigest)) return undefined
  return { id, appId, scope, user: toUser(user), expiresAt: ms(row.expiresAt), isLatest }
}

/** Checks whether the family issued a token that is not its latest one. */
function wasIssued(refreshToken: string, stemDigest: Uint8Array | null): boolean {
  const stem = stemOf(refreshToken)
  return stemDigest !== null && stem !== undefined && isDigestOf(stemDigest, stem)
}

const isDigestOf = (stored: Uint8Array, secret: string) => Buffer.from(stored).equals(digest(secret))

export type NewTokens = {
  familyId: string
  /** The refresh token that this consumes. Absent for the family's first tokens. */
  usedToken?: string | undefined
  refreshToken: string
  expiresAt: number
  session: NewSession & { grant: { appId: string } }
}

/** Tokens that an app can hold per user, the same number as a user's sessions. */
const mostPerUser = 50

/**
 * Issues a family's next tokens and ends its previous access token. Deletes the user's expired families of that app, and
 * those unused for longest if there are more than fifty.
 * @returns the IDs of the ended sessions, or undefined if the family has ended or its refresh token was already replaced
 */
export function issueTokens(db: Db, tokens: NewTokens): Promise<string[] | undefined> {
  const { familyId, usedToken, refreshToken, expiresAt, session } = tokens
  const { nowMs, userId, grant } = session
  return inTransactionOf(db, userId, async locked => {
    const user = await lockGrants(locked, userId, grant.appId)
    if (!user?.hasApp || user.deleteAt > 0) return undefined
    const used = usedToken === undefined ? null : digest(usedToken)
    const stem = stemOf(refreshToken)
    const count = await locked.$executeRaw`
      UPDATE oauth_token_families
      SET refresh_digest = ${digest(refreshToken)}, stem_digest = ${stem ? digest(stem) : null}::bytea, expires_at = ${expiresAt}::bigint, update_at = ${nowMs}::bigint
      WHERE id = ${familyId} AND refresh_digest IS NOT DISTINCT FROM ${used}::bytea`
    if (count === 0) return undefined
    const families = Prisma.sql`id IN (
      SELECT id FROM (
        SELECT id, expires_at, row_number() OVER (ORDER BY update_at DESC, id DESC) AS place
        FROM oauth_token_families WHERE app_id = ${grant.appId} AND user_id = ${userId}
      ) own WHERE expires_at <= ${nowMs}::bigint OR place > ${mostPerUser})`
    const sessions = Prisma.sql`(family_id = ${familyId} OR family_id IN (SELECT id FROM family))`
    const ended = await endSessionsWhere(locked, { sessions, families })
    return [...ended, ...(await createSessionIn(locked, session))]
  })
}

/**
 * Ends a family.
 * @returns the IDs of the ended sessions
 */
export function endTokenFamily(db: Db, { id, userId }: { id: string; userId: string }): Promise<string[]> {
  return inTransactionOf(db, userId, async locked => {
    await lockGrants(locked, userId)
    const sessions = Prisma.sql`family_id = ${id}`
    return endSessionsWhere(locked, { sessions, families: Prisma.sql`id = ${id}` })
  })
}

/** The same for the family of a consumed code of this app. */
export async function endTokenFamilyOfCode(db: Db, code: string, appId: string): Promise<string[]> {
  const family = await db.oauthTokenFamily.findUnique({ where: { codeDigest: digest(code), appId } })
  return family ? endTokenFamily(db, family) : []
}
