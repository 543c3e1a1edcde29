import type { Db } from '../connection/open.js'

/** What a user has let an app do, separated by spaces; empty where nothing. */
export async function consentedScope(db: Db, userId: string, appId: string): Promise<string> {
  const row = await db.oauthConsent.findUnique({ where: { userId_appId: { userId, appId } } })
  return row?.scope ?? ''
}

export type Consent = { userId: string; appId: string; scope: string; nowMs: number }

/** Remembers what a user lets an app do, in all. */
export async function saveConsent(db: Db, { userId, appId, scope, nowMs }: Consent): Promise<void> {
  const changes = { scope, updateAt: nowMs }
  await db.oauthConsent.upsert({
    where: { userId_appId: { userId, appId } },
    create: { userId, appId, createAt: nowMs, ...changes },
    update: changes,
  })
}
