import OAuth2Server from '@node-oauth/oauth2-server'
import { createSession, endTokenFamily, issueTokens, type NewSession } from '@posthorn/db'
import { newId } from '@posthorn/server'
import type { ApiDeps } from '../../deps.js'
import type { Grant, TokenClient } from './grant.js'

type Saving = { token: OAuth2Server.Token; client: TokenClient; user: { id: string } }

/** Stores a token as a session, and its refresh token with its family. An app's own token has no refresh token. */
export async function saveToken(
  deps: ApiDeps,
  grant: Grant,
  { token, client, user }: Saving,
): Promise<OAuth2Server.Token> {
  const { db, live, nowMs } = deps
  const { accessToken, accessTokenExpiresAt, refreshToken, refreshTokenExpiresAt } = token
  const held = { appId: client.id, scope: (token.scope ?? []).join(' ') }
  const session: NewSession = {
    id: newId(),
    token: accessToken,
    userId: user.id,
    nowMs: nowMs(),
    expiresAt: timeOf(accessTokenExpiresAt),
    props: { browser: client.app.name },
  }
  const ended =
    refreshToken === undefined
      ? await createSession(db, { ...session, grant: held })
      : await issueTokens(db, {
          ...grant,
          refreshToken,
          expiresAt: timeOf(refreshTokenExpiresAt),
          session: { ...session, grant: { ...held, familyId: grant.familyId } },
        })
  if (!ended) {
    const others = await endTokenFamily(db, { id: grant.familyId, userId: user.id })
    others.forEach(live.sessionEnded)
    throw new OAuth2Server.InvalidGrantError('Invalid grant: it was used at the same time elsewhere')
  }
  ended.forEach(live.sessionEnded)
  return { ...token, client, user }
}

function timeOf(date: Date | undefined): number {
  if (!date) throw new Error('a token without an end')
  return date.getTime()
}
