import type OAuth2Server from '@node-oauth/oauth2-server'
import { endTokenFamilyOfCode, findCode, redeemCode, type User } from '@posthorn/db'
import type { ApiDeps } from '../../deps.js'
import { wordsIn } from '../scopes.js'
import type { Grant } from './grant.js'

/** The time between using up a code and storing its tokens: one statement. */
const waitMs = 60_000

/** Codes in the library's interface. It uses them up before it checks PKCE. */
export function codeModel({ db, live, log, nowMs }: ApiDeps, grant: Grant) {
  return {
    getAuthorizationCode: async (
      authorizationCode: string,
    ): Promise<OAuth2Server.AuthorizationCode | undefined> => {
      const code = await findCode(db, authorizationCode)
      if (!code) {
        // a code that is used twice was stolen, so its tokens are revoked
        const ended = await endTokenFamilyOfCode(db, authorizationCode, grant.appId ?? '')
        ended.forEach(live.sessionEnded)
        if (ended.length > 0)
          log.warn({ sessions: ended.length }, 'authorization code reused: its tokens were revoked')
        return undefined
      }
      if (code.user.deleteAt > 0) return undefined
      return {
        authorizationCode,
        expiresAt: new Date(code.expiresAt),
        redirectUri: code.redirectUri,
        scope: wordsIn(code.scope),
        client: { id: code.appId, grants: [] },
        user: code.user,
        ...(code.codeChallenge !== null && {
          codeChallenge: code.codeChallenge,
          codeChallengeMethod: 'S256',
        }),
      }
    },
    revokeAuthorizationCode: ({ authorizationCode, client, user }: OAuth2Server.AuthorizationCode) =>
      redeemCode(db, authorizationCode, {
        id: grant.familyId,
        userId: (user as User).id,
        appId: client.id,
        nowMs: nowMs(),
        waitMs,
      }),
  }
}
