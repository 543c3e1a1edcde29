import { createHash } from 'node:crypto'
import { calls, defineCall, scopes } from '@posthorn/contract'
import type { User } from '@posthorn/db'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { authorizeApp } from '../calls/apps/authorize.js'
import { getMe } from '../calls/users/users.js'
import type { ApiDeps, ApiServer } from '../deps.js'
import { refuseCall } from '../http/answers/refuse-call.js'
import { readJson } from '../http/bodies/read-json.js'
import { ownOrigin } from '../http/own-origin.js'
import { prepareCalls } from '../http/prepare.js'
import { switchedOff } from '../http/rights/switches.js'
import { serve, serveCalls } from '../http/serve-calls.js'
import { authorizePage, type ConsolePage } from './authorize/page.js'
import { readForms } from './tokens/forms.js'
import { introspectRoute } from './tokens/introspect.js'
import { revokeRoute } from './tokens/revoke.js'
import { tokenRoutes } from './tokens/token.js'

/** OAuth 2.0 next to the API, at the reference's addresses: for users who authorize apps, and for the apps. */
export function oauthRoutes(deps: ApiDeps, consolePage: ConsolePage): FastifyPluginAsyncZod {
  return async app => {
    await app.register(profileRoutes(deps), { prefix: '/api/v4' })
    await app.register(async forUsers => {
      readJson(forUsers)
      await prepareCalls(forUsers, deps)
      serveCalls(forUsers, deps, [authorizeApp])
      authorizePage(forUsers, deps, consolePage)
    })
    await app.register(async forApps => {
      readForms(forApps)
      await prepareCalls(forApps, deps)
      metadataRoute(forApps, deps)
      tokenRoutes(forApps, deps)
      revokeRoute(forApps, deps)
      introspectRoute(forApps, deps)
    })
  }
}

const secretMethods = ['client_secret_basic', 'client_secret_post']

/** GET /.well-known/oauth-authorization-server (RFC 8414): the provider's metadata for apps. */
function metadataRoute(app: ApiServer, deps: ApiDeps): void {
  app.get('/.well-known/oauth-authorization-server', { schema: { hide: true } }, async (request, reply) => {
    const off = switchedOff(deps, 'EnableOAuthServiceProvider')
    if (off) return refuseCall(reply, off.refusal)
    const issuer = ownOrigin(deps, request)
    if (issuer === undefined) return refuseCall(reply, 'no_base_url')
    return {
      issuer,
      authorization_endpoint: `${issuer}/oauth/authorize`,
      token_endpoint: `${issuer}/oauth/access_token`,
      revocation_endpoint: `${issuer}/oauth/revoke`,
      introspection_endpoint: `${issuer}/oauth/introspect`,
      scopes_supported: scopes,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
      token_endpoint_auth_methods_supported: [...secretMethods, 'none'],
      revocation_endpoint_auth_methods_supported: [...secretMethods, 'none'],
      introspection_endpoint_auth_methods_supported: secretMethods,
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    }
  })
}

/** A user as GitLab describes them to software that people log in to with it. Its ids are numbers. */
const GitLabUser = z.object({
  id: z.number(),
  username: z.string(),
  name: z.string(),
  email: z.string(),
  state: z.literal('active'),
})

const getGitLabUser = serve(
  defineCall({ ...calls.getMe, operationId: 'getGitLabUser', route: 'GET /user', answer: GitLabUser }),
  async ({ caller: { user } }) => ({
    id: numberOf(user),
    username: user.username,
    name: `${user.firstName} ${user.lastName}`.trim() || user.username,
    email: user.email,
    state: 'active' as const,
  }),
)

/** Returns a stable number for a user, of 53 bits, which every JSON parser preserves. */
function numberOf({ id }: User): number {
  return Number(createHash('sha256').update(id).digest().readBigUInt64BE() >> 11n)
}

/**
 * Below /api/v4: the token's user, for software with a setting to log in with Mattermost or GitLab. These are the
 * only calls of that version.
 */
function profileRoutes(deps: ApiDeps): FastifyPluginAsyncZod {
  return async api => {
    readJson(api)
    await prepareCalls(api, deps)
    serveCalls(api, deps, [getMe, getGitLabUser], { hide: true })
  }
}
