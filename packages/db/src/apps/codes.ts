import type { Db } from '../connection/open.js'
import { ms } from '../connection/time.js'
import { digest } from '../users/sessions.js'
import { toUser, type User } from '../users/users.js'

/** What an authorisation code stands for. `codeChallenge` is that of PKCE's S256, if there is one. */
export type Code = {
  appId: string
  redirectUri: string
  scope: string
  codeChallenge: string | null
  expiresAt: number
}

/** Stores a code. The user's expired ones go. */
export async function saveCode(
  db: Db,
  code: string,
  { nowMs, ...fields }: Code & { userId: string; nowMs: number },
): Promise<void> {
  await db.$transaction([
    db.oauthCode.deleteMany({ where: { userId: fields.userId, expiresAt: { lte: nowMs } } }),
    db.oauthCode.create({ data: { ...fields, digest: digest(code) } }),
  ])
}

/** A code that was not used yet, with who gave it. Expired ones too. */
export async function findCode(db: Db, code: string): Promise<(Code & { user: User }) | undefined> {
  const row = await db.oauthCode.findUnique({ where: { digest: digest(code) }, include: { user: true } })
  return row ? { ...row, expiresAt: ms(row.expiresAt), user: toUser(row.user) } : undefined
}

/**
 * Uses a code up: from now on the family, which has no tokens yet, is known by it. It ends by itself after `waitMs`.
 * @returns false where somebody else has used it meanwhile
 */
export function redeemCode(
  db: Db,
  code: string,
  family: { id: string; nowMs: number; waitMs: number },
): Promise<boolean> {
  const codeDigest = digest(code)
  const { id, nowMs, waitMs } = family
  const stamps = { createAt: nowMs, updateAt: nowMs, expiresAt: nowMs + waitMs }
  return db.$transaction(async locked => {
    const [row] = await locked.$queryRaw<{ app_id: string; user_id: string; scope: string }[]>`
      DELETE FROM oauth_codes WHERE digest = ${codeDigest} RETURNING app_id, user_id, scope`
    if (!row) return false
    const { app_id: appId, user_id: userId, scope } = row
    await locked.oauthTokenFamily.create({ data: { id, appId, userId, scope, codeDigest, ...stamps } })
    return true
  })
}
