import { type Db, findSession, findTokenFamily, type User } from '@posthorn/db'

/** A token that is good for something now: who may use it, for whom, and until when. */
export type FoundToken = {
  appId: string
  user: User
  scope: string
  expiresAt: number
  kind: 'access_token' | 'refresh_token'
  /** The session of an access token, or the family of a refresh token. */
  id: string
}

/** An app's token, whichever of the two kinds it is. Undefined for anything else, a person's session included. */
export async function findToken(db: Db, token: string, nowMs: number): Promise<FoundToken | undefined> {
  const session = await findSession(db, token, nowMs)
  if (session)
    return session.appId === null ? undefined : { ...session, appId: session.appId, kind: 'access_token' }
  const family = await findTokenFamily(db, token)
  const isGood = family?.isLatest && family.expiresAt > nowMs && family.user.deleteAt === 0
  return isGood ? { ...family, kind: 'refresh_token' } : undefined
}
