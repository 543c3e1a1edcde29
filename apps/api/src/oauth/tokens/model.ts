import OAuth2Server from '@node-oauth/oauth2-server'
import {
  type App,
  createSession,
  endTokenFamily,
  endTokenFamilyOfCode,
  findApp,
  findAppToAuthenticate,
  findCode,
  findTokenFamily,
  findUser,
  issueTokens,
  type NewSession,
  redeemCode,
  stemOf,
  type User,
} from '@posthorn/db'
import { newId, newSecret } from '@posthorn/server'
import type { ApiDeps } from '../../deps.js'
import { scopesAsked, wordsIn } from '../scopes.js'

const ofUsers = ['authorization_code', 'refresh_token']

/** The library's view of an app during one request. */
export function tokenModel(deps: ApiDeps) {
  const { db } = deps
  const grant: Grant = { appId: undefined, familyId: newId(), usedToken: undefined }
  return {
    ...codeModel(deps, grant),
    ...refreshModel(deps, grant),
    getClient: async (id: string, secret: string | undefined): Promise<TokenClient | undefined> => {
      const app = await findAppToAuthenticate(db, id, secret ?? '')
      grant.appId = app?.id
      return app && { id, app, grants: app.isPublic ? ofUsers : [...ofUsers, 'client_credentials'] }
    },
    /** Client credentials. */
    getUserFromClient: async ({ id }: OAuth2Server.Client) => {
      const bot = (await findApp(db, id))?.bot
      const user = bot && (await findUser(db, bot.id))
      return user && user.deleteAt === 0 ? user : undefined
    },
    validateScope: async (_user: unknown, _client: unknown, asked: string[] = []) => scopesAsked(asked),
    generateAccessToken: async () => newSecret(),
    saveToken: (token: OAuth2Server.Token, client: OAuth2Server.Client, user: OAuth2Server.User) =>
      saveToken(deps, grant, { token, client: client as TokenClient, user: user as { id: string } }),
  }
}

/** Refresh tokens in the library's interface. */
function refreshModel({ db, live, log }: ApiDeps, grant: Grant) {
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

type Saving = { token: OAuth2Server.Token; client: TokenClient; user: { id: string } }

/** Stores a token as a session, and its refresh token with its family. An app's own token has no refresh token. */
async function saveToken(
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

/** The time between using up a code and storing its tokens: one statement. */
const waitMs = 60_000

/** Codes in the library's interface. It uses them up before it checks PKCE. */
function codeModel({ db, live, log, nowMs }: ApiDeps, grant: Grant) {
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

/** The state of one request: the app, the family of its tokens, and the refresh token that they replace. */
type Grant = { appId: string | undefined; familyId: string; usedToken: string | undefined }

/** The app in the library's interface: its id, its grants, and the row. */
type TokenClient = OAuth2Server.Client & { app: App }
