import OAuth2Server from '@node-oauth/oauth2-server'
import type { FastifyRequest } from 'fastify'
import { auditToken } from '../../audit/audit-token.js'
import type { ApiDeps, ApiServer } from '../../deps.js'
import { sessionSeconds } from '../../http/callers/credentials.js'
import { mayHaveOtherWords, scopesAsked, wordsIn } from '../scopes.js'
import { type Form, type OAuthProblem, postForm, sendProblem } from './forms.js'
import { tokenModel } from './model.js'

/** Longer than a token, which the latest one replaces: an app that is used once a quarter need not ask again. */
const refreshSeconds = 90 * 86_400

/** A public app shows no secret, and any other is asked for its own by `getClient`. */
const requireClientAuthentication = { authorization_code: false, refresh_token: false }

/** POST /oauth/access_token (RFC 6749, 4.1.3, 4.4.2 and 6), and the same where GitLab has it. */
export function tokenRoutes(app: ApiServer, deps: ApiDeps): void {
  for (const path of ['/oauth/access_token', '/oauth/token']) tokenRoute(app, deps, path)
}

function tokenRoute(app: ApiServer, deps: ApiDeps, path: string): void {
  postForm(app, deps, path, async (form, request, reply) => {
    const facts = { request_id: request.id, address: request.ip }
    try {
      const { body, user, client } = await tokenFor(deps, form, request)
      deps.log.info({ ...facts, user: user.id, app: client.id }, 'token given')
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
  const asForm = { ...headers, 'content-type': 'application/x-www-form-urlencoded' } // the one that the library takes
  const request = new OAuth2Server.Request({ headers: asForm as unknown as Form, method, query: {}, body })
  const response = new OAuth2Server.Response()
  const { user, client } = await new OAuth2Server({ model }).token(request, response, {
    accessTokenLifetime: sessionSeconds,
    refreshTokenLifetime: refreshSeconds,
    requireClientAuthentication,
  })
  return { body: { ...response.body, scope: scopeAnswered(form, response.body.scope) }, user, client }
}

/** A refresh is compared with the scopes that were granted, by their own names. */
function withKnownScope(form: Form): Form {
  const scopes = form.scope === undefined ? undefined : scopesAsked(wordsIn(form.scope))
  return scopes ? { ...form, scope: scopes.join(' ') } : form
}

/** In the app's own words, as far as they are known. */
function scopeAnswered({ grant_type, scope }: Form, granted = ''): string | undefined {
  if (scope !== undefined && grant_type !== 'authorization_code') return scope
  const isWhole = grant_type === 'client_credentials'
  return isWhole || !mayHaveOtherWords(wordsIn(granted)) ? granted : undefined
}

/** What the library says of an app's mistake. @throws what went wrong with us */
function problemIn(error: unknown): OAuthProblem {
  if (!(error instanceof OAuth2Server.OAuthError)) throw error
  if (error instanceof OAuth2Server.ServerError || error instanceof OAuth2Server.InvalidArgumentError)
    throw (error as { inner?: unknown }).inner ?? error
  return { status: error.code, error: error.name, description: error.message }
}
