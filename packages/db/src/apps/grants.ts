import { lockGrants } from '../connection/locks.js'
import type { Db } from '../connection/open.js'
import { ms } from '../connection/time.js'
import { type InTransaction, inTransactionOf } from '../connection/transaction.js'
import { digest } from '../digest.js'
import { toUser, type User } from '../users/users.js'

/** The data of an authorization code. `codeChallenge` is the one of PKCE's S256, if any. */
export type Code = {
  appId: string
  redirectUri: string
  scope: string
  codeChallenge: string | null
  expiresAt: number
}

/** `sessionId`: the session in which the user consents. */
export type NewCode = Code & { userId: string; sessionId: string; nowMs: number }

/**
 * Stores a code and the consent, and deletes the user's expired codes. The code ends with the session.
 * @returns false if the session has ended in the meantime or the app was deleted
 */
export function saveCode(db: Db, code: string, { nowMs, ...fields }: NewCode): Promise<boolean> {
  const { userId, appId, sessionId, scope } = fields
  return inTransactionOf(db, userId, async locked => {
    const user = await lockGrants(locked, userId, appId)
    const session = { id: sessionId, userId, expiresAt: { gt: nowMs } }
    if (!user?.hasApp || (await locked.session.count({ where: session })) === 0) return false
    await locked.oauthCode.deleteMany({ where: { userId, expiresAt: { lte: nowMs } } })
    await addConsent(locked, { userId, appId, scope, nowMs })
    await locked.oauthCode.create({ data: { ...fields, digest: digest(code) } })
    return true
  })
}

/** Returns an unused code, even if expired, with the user who granted it. */
export async function findCode(db: Db, code: string): Promise<(Code & { user: User }) | undefined> {
  const row = await db.oauthCode.findUnique({ where: { digest: digest(code) }, include: { user: true } })
  return row ? { ...row, expiresAt: ms(row.expiresAt), user: toUser(row.user) } : undefined
}

/** `waitMs`: the family expires after this time. */
export type NewFamily = { id: string; userId: string; appId: string; nowMs: number; waitMs: number }

/**
 * Consumes a code. From now on it identifies the family, which has no tokens yet.
 * @returns false if the code was used or has ended in the meantime, or if the app was deleted
 */
export function redeemCode(db: Db, code: string, family: NewFamily): Promise<boolean> {
  const codeDigest = digest(code)
  const { id, userId, appId, nowMs, waitMs } = family
  const stamps = { createAt: nowMs, updateAt: nowMs, expiresAt: nowMs + waitMs }
  return inTransactionOf(db, userId, async locked => {
    if (!(await lockGrants(locked, userId, appId))?.hasApp) return false
    const [row] = await locked.$queryRaw<{ scope: string }[]>`
      DELETE FROM oauth_codes WHERE digest = ${codeDigest} RETURNING scope`
    if (!row) return false
    await locked.oauthTokenFamily.create({
      data: { id, appId, userId, scope: row.scope, codeDigest, ...stamps },
    })
    return true
  })
}

/** Returns the scopes that a user has granted to an app, separated by spaces, or an empty string. */
export async function consentedScope(
  db: Pick<Db, 'oauthConsent'>,
  userId: string,
  appId: string,
): Promise<string> {
  const row = await db.oauthConsent.findUnique({ where: { userId_appId: { userId, appId } } })
  return row?.scope ?? ''
}

type Consent = { userId: string; appId: string; scope: string; nowMs: number }

/** Adds scopes to those that a user granted to an app. Needs a transaction that holds `lockGrants`. */
async function addConsent(tx: InTransaction, { userId, appId, scope: added, nowMs }: Consent): Promise<void> {
  const before = (await consentedScope(tx, userId, appId)).split(' ')
  const all = new Set([...before, ...added.split(' ')].filter(word => word !== ''))
  if (before.length === all.size && before[0] !== '') return
  const changes = { scope: [...all].join(' '), updateAt: nowMs }
  await tx.oauthConsent.upsert({
    where: { userId_appId: { userId, appId } },
    create: { userId, appId, createAt: nowMs, ...changes },
    update: changes,
  })
}
