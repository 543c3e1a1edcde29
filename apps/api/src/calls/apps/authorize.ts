import { calls } from '@posthorn/contract'
import type { ApiDeps } from '../../deps.js'
import type { Caller } from '../../http/callers/caller.js'
import { tokenOf } from '../../http/callers/credentials.js'
import { ownOrigin } from '../../http/own-origin.js'
import { serve } from '../../http/serve-calls.js'
import { type AuthorizationParams, readAuthorization } from '../../oauth/authorize/authorization.js'
import { grantCode, needsConsent } from '../../oauth/authorize/grant.js'
import { appObject } from '../../objects/app-object.js'
import { Refused, refused } from '../../refusals/refused.js'

export const getAuthorization = serve(calls.getAuthorization, async ({ deps, caller, query, request }) => {
  const read = await readAuthorization(deps, query, ownOrigin(deps, request))
  if (read instanceof Refused) return read
  if (read.outcome === 'mistaken') return refused('bad_authorization', read.detail)
  const { app, scopes, redirectUri } = read.asked
  return {
    app: appObject(app),
    scopes,
    redirect_host: new URL(redirectUri).host,
    needs_consent: await needsConsent(deps, caller.user.id, read.asked),
  }
})

export const authorizeApp = serve(calls.authorizeApp, async ({ deps, caller, body, request }) => {
  const { decision, ...params } = body
  return decide(deps, caller, {
    params,
    isAllowed: decision === 'allow',
    iss: ownOrigin(deps, request),
  })
})

/** Rejects a call with only a cookie, which any page's link can trigger. */
export const allowApp = serve(calls.allowApp, async ({ deps, caller, query, request }) => {
  const { headers, cookies } = request
  if (tokenOf({ headers, cookies, method: 'POST' }) === '') return refused('page_sent_form')
  return decide(deps, caller, { params: query, isAllowed: true, iss: ownOrigin(deps, request) })
})

type Decision = { params: AuthorizationParams; isAllowed: boolean; iss: string | undefined }

async function decide(deps: ApiDeps, { user, session }: Caller, { params, isAllowed, iss }: Decision) {
  const read = await readAuthorization(deps, params, iss)
  if (read instanceof Refused) return read
  if (read.outcome === 'mistaken') return { redirect: read.redirect }
  const { asked } = read
  if (!isAllowed)
    return {
      redirect: asked.answer({ error: 'access_denied', error_description: 'The user denied the request.' }),
    }
  const redirect = await grantCode(deps, { userId: user.id, sessionId: session.id }, asked)
  return redirect instanceof Refused ? redirect : { redirect }
}
