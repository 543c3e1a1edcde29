import OAuth2Server from '@node-oauth/oauth2-server'
import type { FastifyRequest } from 'fastify'
import { auditToken } from '../../audit/audit-token.js'
import type { ApiDeps, ApiServer } from '../../deps.js'
import { sessionSeconds } from '../../http/callers/credentials.js'
import { mayHaveOtherWords, scopesAsked, wordsIn } from '../scopes.js'
import { type Form, type OAuthProblem, postForm, sendProblem } from './forms.js'
import { tokenModel } from './model.js'

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
