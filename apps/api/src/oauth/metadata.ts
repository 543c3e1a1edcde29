import { scopes } from '@posthorn/contract'
import type { ApiDeps, ApiServer } from '../deps.js'
import { refuseCall } from '../http/answers/refuse-call.js'
import { ownOrigin } from '../http/own-origin.js'
import { switchedOff } from '../http/rights/switches.js'

const secretMethods = ['client_secret_basic', 'client_secret_post']

/** GET /.well-known/oauth-authorization-server (RFC 8414): the provider's metadata for apps. */
export function metadataRoute(app: ApiServer, deps: ApiDeps): void {
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
