import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { authorizeApp } from '../calls/apps/authorize.js'
import type { ApiDeps } from '../deps.js'
import { readJson } from '../http/bodies/read-json.js'
import { prepareCalls } from '../http/prepare.js'
import { serveCalls } from '../http/serve-calls.js'
import { authorizePage, type ConsolePage } from './authorize/page.js'
import { metadataRoute } from './metadata.js'
import { profileRoutes } from './profile.js'
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
