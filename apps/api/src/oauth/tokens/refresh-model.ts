import type OAuth2Server from '@node-oauth/oauth2-server'
import { endTokenFamily, findTokenFamily, stemOf } from '@posthorn/db'
import { newSecret } from '@posthorn/server'
import type { ApiDeps } from '../../deps.js'
import { wordsIn } from '../scopes.js'
import type { Grant } from './grant.js'

/** Refresh tokens in the library's interface. */
export function refreshModel({ db, live, log }: ApiDeps, grant: Grant) {
  return {
    getRefreshToken: async (refreshToken: string): Promise<OAuth2Server.RefreshToken | undefined> => {
      const family = await findTokenFamily(db, refreshToken)
      if (!family || family.appId !== grant.appId || family.user.deleteAt > 0) return undefined
      const { id, appId: app, user, scope, expiresAt } = family
      if (!family.isLatest) {
        // two clients have it, and either may be the thief
        const ended = await endTokenFamily(db, { id, userId: user.id })
        ended.forEach(live.sessionEnded)
        log.warn({ app, user: user.id }, 'refresh token reused: its family was revoked')
        return undefined
      }
      grant.familyId = id
      grant.usedToken = refreshToken
      const client = { id: app, grants: [] }
      return { refreshToken, refreshTokenExpiresAt: new Date(expiresAt), scope: wordsIn(scope), client, user }
    },
    /** Replaced in the step that stores the next token, so that of two concurrent uses one fails. */
    revokeToken: async () => true,
    generateRefreshToken: async () => {
      const stem = grant.usedToken && stemOf(grant.usedToken)
      return (stem ?? grant.familyId + newSecret()) + newSecret()
    },
  }
}
