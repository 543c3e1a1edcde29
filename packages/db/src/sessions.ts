import { createHash } from 'node:crypto'
import type { Db } from './open.js'
import { ms } from './time.js'
import { toUser, type User } from './users.js'

export type Session = { id: string; user: User; expiresAt: number }

/** Tokens, keys and codes are stored as this and nothing else. */
export function digest(secret: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(secret).digest())
}

export type NewSession = { id: string; token: string; userId: string; nowMs: number; expiresAt: number }

export async function createSession(
  db: Db,
  { id, token, userId, nowMs, expiresAt }: NewSession,
): Promise<void> {
  await db.session.create({
    data: { id, tokenDigest: digest(token), userId, createAt: nowMs, lastActivityAt: nowMs, expiresAt },
  })
}

/** The session of a token: undefined when it is unknown, has expired, or its user was deactivated. */
export async function findSession(db: Db, token: string, nowMs: number): Promise<Session | undefined> {
  const row = await db.session.findUnique({ where: { tokenDigest: digest(token) }, include: { user: true } })
  if (!row || row.expiresAt <= nowMs || row.user.deleteAt > 0) return undefined
  return { id: row.id, user: toUser(row.user), expiresAt: ms(row.expiresAt) }
}
