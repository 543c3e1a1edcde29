import { type Db, findSession, findTokenFamily, type User } from '@posthorn/db'

/** A valid token: the app, the user, and the expiry. */
export type FoundToken = {
  appId: string
  user: User
  scope: string
  expiresAt: number
  kind: 'access_token' | 'refresh_token'
  /** The session of an access token, or the family of a refresh token. */
  id: string
}

/** Finds an app's token of either kind. Returns undefined for anything else, including a person's session. */
export async function findToken(db: Db, token: string, nowMs: number): Promise<FoundToken | undefined> {
  const session = await findSession(db, token, nowMs)
  if (session)
    return session.appId === null ? undefined : { ...session, appId: session.appId, kind: 'access_token' }
  const family = await findTokenFamily(db, token)
  const isGood = family?.isLatest && family.expiresAt > nowMs && family.user.deleteAt === 0
  return isGood ? { ...family, kind: 'refresh_token' } : undefined
}
