import { lockGrants } from '../connection/locks.js'
import type { Db } from '../connection/open.js'
import { ms } from '../connection/time.js'
import { type InTransaction, inTransactionOf } from '../connection/transaction.js'
import { digest } from '../digest.js'
import { Prisma, type Session as Row } from '../generated/client.js'
import { isInForce } from './app-owners.js'
import { type User, userColumns } from './users.js'

export type Session = {
  id: string
  userId: string
  createAt: number
  expiresAt: number
  lastActivityAt: number
  deviceId: string
  isOauth: boolean
  props: Record<string, string>
  /** For an app's token: the app, and the token's scopes separated by spaces. */
  appId: string | null
  scope: string
}

/** A session with its user. `appOwnerId` is the owner of the app that holds it. */
export type LiveSession = Session & { user: User; appOwnerId: string | null }

function toSession({ tokenDigest: _, familyId: __, ...row }: Row): Session {
  return {
    ...row,
    createAt: ms(row.createAt),
    expiresAt: ms(row.expiresAt),
    lastActivityAt: ms(row.lastActivityAt),
    props: row.props as Record<string, string>,
  }
}

export type NewSession = {
  id: string
  token: string
  userId: string
  nowMs: number
  expiresAt: number
  deviceId?: string
  /** Client details for the list of sessions. */
  props?: Record<string, string>
  /** The app and the scopes, if it is an app's token. */
  grant?: { appId: string; scope: string; familyId?: string }
}

/**
 * Sessions per user: enough for every device and script of a person, and a bound for loops. Tokens of apps count
 * separately.
 */
const mostPerUser = 50

/**
 * Starts a session. Deletes the user's expired sessions, those of the same device (which has lost their tokens), and those
 * unused for longest if there are more than fifty, even with concurrent calls.
 * @returns the IDs of the deleted sessions, or undefined if the user was deactivated or has another password than
 * `passwordHash`, or if the app was deleted
 */
export function createSession(
  db: Db,
  session: NewSession & { passwordHash?: string },
): Promise<string[] | undefined> {
  const { passwordHash, ...begun } = session
  return inTransactionOf(db, session.userId, async locked => {
    const user = await lockGrants(locked, session.userId, session.grant?.appId)
    if (!user?.hasApp || user.deleteAt > 0) return undefined
    if (passwordHash !== undefined && passwordHash !== user.passwordHash) return undefined
    return createSessionIn(locked, begun)
  })
}

/** The same within a transaction that holds `lockGrants`. */
export async function createSessionIn(
  db: InTransaction,
  { token, nowMs, grant, ...session }: NewSession,
): Promise<string[]> {
  const { userId, deviceId = '' } = session
  const appId = grant?.appId ?? null
  const ended = await db.$queryRaw<{ id: string }[]>`
    WITH own AS (
      SELECT id, expires_at <= ${nowMs}::bigint OR (device_id <> '' AND device_id = ${deviceId}) AS gone,
        last_activity_at
      FROM sessions WHERE user_id = ${userId} AND app_id IS NOT DISTINCT FROM ${appId}
    )
    DELETE FROM sessions WHERE id IN (
      SELECT id FROM own WHERE gone
      UNION ALL
      (SELECT id FROM own WHERE NOT gone ORDER BY last_activity_at DESC, id DESC OFFSET ${mostPerUser - 1})
    ) RETURNING id`
  const times = { createAt: nowMs, lastActivityAt: nowMs }
  const isOauth = grant !== undefined
  await db.session.create({ data: { ...session, ...times, ...grant, isOauth, tokenDigest: digest(token) } })
  return ended.map(({ id }) => id)
}

/**
 * Returns the session of a token, or undefined if it is unknown or expired, or if its user or its app's owner is
 * deactivated.
 */
export async function findSession(
  { pool }: Pick<Db, 'pool'>,
  token: string,
  nowMs: number,
): Promise<LiveSession | undefined> {
  const values = [digest(token), nowMs]
  const { rows } = await pool.query<LiveSession>({ name: 'live session', text: liveSession, values })
  return rows[0]
}

/** Bypasses Prisma, because every call runs it. */
const liveSession = `
  SELECT sessions.id, user_id AS "userId", sessions.create_at::float8 AS "createAt", expires_at::float8 AS "expiresAt",
    last_activity_at::float8 AS "lastActivityAt", device_id AS "deviceId", is_oauth AS "isOauth", sessions.props,
    app_id AS "appId", scope, app.creator_id AS "appOwnerId",
    (SELECT row_to_json(own) FROM (SELECT ${userColumns}) own) AS user
  FROM sessions JOIN users ON users.id = user_id AND users.delete_at = 0 LEFT JOIN oauth_apps app ON app.id = app_id
  WHERE token_digest = $1 AND expires_at > $2::bigint AND (app.id IS NULL OR ${isInForce.sql})`

/** Returns a user's live sessions, most recently used first. */
export async function sessionsOf(db: Db, userId: string, nowMs: number): Promise<Session[]> {
  const rows = await db.session.findMany({
    where: { userId, expiresAt: { gt: nowMs } },
    orderBy: [{ lastActivityAt: 'desc' }, { id: 'desc' }],
  })
  return rows.map(toSession)
}

/** Records the use of a session. */
export async function touchSession(db: Db, id: string, nowMs: number): Promise<void> {
  await db.session.updateMany({ where: { id }, data: { lastActivityAt: nowMs } })
}

/** Returns those of these sessions that are still valid. */
export async function sessionsAlive(db: Db, ids: string[], nowMs: number): Promise<Set<string>> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT sessions.id FROM sessions JOIN users ON users.id = sessions.user_id AND users.delete_at = 0
    LEFT JOIN oauth_apps app ON app.id = sessions.app_id
    WHERE sessions.id = ANY(${ids}::text[]) AND expires_at > ${nowMs}::bigint AND (app.id IS NULL OR ${isInForce})`
  return new Set(rows.map(({ id }) => id))
}

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
