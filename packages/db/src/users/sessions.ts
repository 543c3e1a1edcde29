import { createHash } from 'node:crypto'
import type { Db } from '../connection/open.js'
import { ms } from '../connection/time.js'
import type { Session as Row } from '../generated/client.js'
import { toUser, type User } from './users.js'

export type Session = {
  id: string
  userId: string
  createAt: number
  expiresAt: number
  lastActivityAt: number
  deviceId: string
  isOauth: boolean
  props: Record<string, string>
}

/** A session with whose it is. */
export type LiveSession = Session & { user: User }

function toSession({ tokenDigest: _, ...row }: Row): Session {
  return {
    ...row,
    createAt: ms(row.createAt),
    expiresAt: ms(row.expiresAt),
    lastActivityAt: ms(row.lastActivityAt),
    props: row.props as Record<string, string>,
  }
}

/** Tokens, keys and codes are stored as this and nothing else. */
export function digest(secret: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(secret).digest())
}

export type NewSession = {
  id: string
  token: string
  userId: string
  nowMs: number
  expiresAt: number
  deviceId?: string
  /** What it was begun with, for whoever looks at the list of their sessions. */
  props?: Record<string, string>
}

/** What a user may have at once: every device and script of a person, and not what a loop makes in a night. */
const mostPerUser = 50

/**
 * Begins a session. The user's expired ones go, those of the same device, which has forgotten their tokens, and of more
 * than fifty those unused for longest, however many begin at once.
 * @returns the ids of those that went
 */
export async function createSession(db: Db, session: NewSession): Promise<string[]> {
  const { id, token, userId, nowMs, expiresAt, deviceId = '', props = {} } = session
  const [, ended] = await db.$transaction([
    db.$queryRaw`SELECT 1 FROM users WHERE id = ${userId} FOR NO KEY UPDATE`,
    db.$queryRaw<{ id: string }[]>`
      WITH own AS (
        SELECT id, expires_at <= ${nowMs}::bigint OR (device_id <> '' AND device_id = ${deviceId}) AS gone,
          last_activity_at
        FROM sessions WHERE user_id = ${userId}
      )
      DELETE FROM sessions WHERE id IN (
        SELECT id FROM own WHERE gone
        UNION ALL
        (SELECT id FROM own WHERE NOT gone ORDER BY last_activity_at DESC, id DESC OFFSET ${mostPerUser - 1})
      ) RETURNING id`,
    db.session.create({
      data: {
        id,
        tokenDigest: digest(token),
        userId,
        createAt: nowMs,
        lastActivityAt: nowMs,
        expiresAt,
        deviceId,
        props,
      },
    }),
  ])
  return ended.map(({ id: endedId }) => endedId)
}

/** The session of a token: undefined when it is unknown, has expired, or its user was deactivated. */
export async function findSession(db: Db, token: string, nowMs: number): Promise<LiveSession | undefined> {
  const row = await db.session.findUnique({ where: { tokenDigest: digest(token) }, include: { user: true } })
  if (!row || row.expiresAt <= nowMs || row.user.deleteAt > 0) return undefined
  const { user, ...session } = row
  return { ...toSession(session), user: toUser(user) }
}

/** A user's live sessions, the one used last first. */
export async function sessionsOf(db: Db, userId: string, nowMs: number): Promise<Session[]> {
  const rows = await db.session.findMany({
    where: { userId, expiresAt: { gt: nowMs } },
    orderBy: [{ lastActivityAt: 'desc' }, { id: 'desc' }],
  })
  return rows.map(toSession)
}

/** Notes that a session is in use. */
export async function touchSession(db: Db, id: string, nowMs: number): Promise<void> {
  await db.session.updateMany({ where: { id }, data: { lastActivityAt: nowMs } })
}

/** Ends one session of this user; false when it is none of theirs. */
export async function endSession(db: Db, userId: string, id: string): Promise<boolean> {
  const { count } = await db.session.deleteMany({ where: { id, userId } })
  return count > 0
}

/** @returns the ids of the sessions that ended */
export async function endSessionsOf(db: Db, userId: string): Promise<string[]> {
  const ended = await db.$queryRaw<{ id: string }[]>`
    DELETE FROM sessions WHERE user_id = ${userId} RETURNING id`
  return ended.map(({ id }) => id)
}

/** Those of these sessions that still open something. */
export async function sessionsAlive(db: Db, ids: string[], nowMs: number): Promise<Set<string>> {
  const rows = await db.session.findMany({
    where: { id: { in: ids }, expiresAt: { gt: nowMs }, user: { deleteAt: 0 } },
    select: { id: true },
  })
  return new Set(rows.map(({ id }) => id))
}
