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
import type { FastifyRequest } from 'fastify'
import { auditToken } from '../../audit/audit-token.js'
import type { ApiDeps, ApiServer } from '../../deps.js'
import { sessionSeconds } from '../../http/callers/credentials.js'
import { mayHaveOtherWords, scopesAsked, wordsIn } from '../scopes.js'
import { type Form, type OAuthProblem, postForm, sendProblem } from './forms.js'

/** Longer than a token. Each use replaces it, so an app that runs once a quarter stays authorized. */
const refreshSeconds = 90 * 86_400

/** Public apps send no secret; `getClient` checks the secret of all others. */
const requireClientAuthentication = { authorization_code: false, refresh_token: false }

/** POST /oauth/access_token (RFC 6749, 4.1.3, 4.4.2 and 6), and the same at GitLab's address. */
export function tokenRoutes(app: ApiServer, deps: ApiDeps): void {
  for (const path of ['/oauth/access_token', '/oauth/token']) tokenRoute(app, deps, path)
}

function tokenRoute(app: ApiServer, deps: ApiDeps, path: string): void {
  postForm(app, deps, path, async (form, request, reply) => {
    const facts = { request_id: request.id, address: request.ip }
    try {
      const { body, user, client } = await tokenFor(deps, form, request)
      deps.log.info({ ...facts, user: user.id, app: client.id }, 'token issued')
      await auditToken(deps, request, { action: 'giveToken', userId: user.id, appId: client.id })
      return reply.header('pragma', 'no-cache').send(body)
    } catch (error) {
      const problem = problemIn(error)
      deps.log.info({ ...facts, outcome: problem.error }, 'token refused')
      return sendProblem(reply, problem)
    }
  })
}

async function tokenFor(deps: ApiDeps, form: Form, { headers, method }: FastifyRequest) {
  const model = tokenModel(deps) as unknown as OAuth2Server.ServerOptions['model']
  const body = withKnownScope(form)
  const asForm = { ...headers, 'content-type': 'application/x-www-form-urlencoded' } // the only type that the library accepts
  const request = new OAuth2Server.Request({ headers: asForm as unknown as Form, method, query: {}, body })
  const response = new OAuth2Server.Response()
  const { user, client } = await new OAuth2Server({ model }).token(request, response, {
    accessTokenLifetime: sessionSeconds,
    refreshTokenLifetime: refreshSeconds,
    requireClientAuthentication,
  })
  return { body: { ...response.body, scope: scopeAnswered(form, response.body.scope) }, user, client }
}

/** A refresh is compared with the granted scopes by their canonical names. */
function withKnownScope(form: Form): Form {
  const scopes = form.scope === undefined ? undefined : scopesAsked(wordsIn(form.scope))
  return scopes ? { ...form, scope: scopes.join(' ') } : form
}

/** Returns the scopes in the app's own words, as far as they are known. */
function scopeAnswered({ grant_type, scope }: Form, granted = ''): string | undefined {
  if (scope !== undefined && grant_type !== 'authorization_code') return scope
  const isWhole = grant_type === 'client_credentials'
  return isWhole || !mayHaveOtherWords(wordsIn(granted)) ? granted : undefined
}

/** Returns the library's description of an app's mistake. @throws internal errors */
function problemIn(error: unknown): OAuthProblem {
  if (!(error instanceof OAuth2Server.OAuthError)) throw error
  if (error instanceof OAuth2Server.ServerError || error instanceof OAuth2Server.InvalidArgumentError)
    throw (error as { inner?: unknown }).inner ?? error
  return { status: error.code, error: error.name, description: error.message }
}

const ofUsers = ['authorization_code', 'refresh_token']

/** The library's view of an app during one request. */
function tokenModel(deps: ApiDeps) {
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
