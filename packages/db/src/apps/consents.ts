import type { Db } from '../connection/open.js'
import type { InTransaction } from '../connection/transaction.js'

/** Returns the scopes that a user has granted to an app, separated by spaces, or an empty string. */
export async function consentedScope(
  db: Pick<Db, 'oauthConsent'>,
  userId: string,
  appId: string,
): Promise<string> {
  const row = await db.oauthConsent.findUnique({ where: { userId_appId: { userId, appId } } })
  return row?.scope ?? ''
}

export type Consent = { userId: string; appId: string; scope: string; nowMs: number }

/** Adds scopes to those that a user granted to an app. Needs a transaction that holds `lockGrants`. */
export async function addConsent(
  tx: InTransaction,
  { userId, appId, scope: added, nowMs }: Consent,
): Promise<void> {
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
