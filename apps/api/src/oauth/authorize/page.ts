import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiDeps, ApiServer } from '../../deps.js'
import { sessionOf } from '../../http/callers/caller.js'
import { ownOrigin } from '../../http/own-origin.js'
import { switchedOff } from '../../http/rights/switches.js'
import { refusals } from '../../refusals/index.js'
import { Refused } from '../../refusals/refused.js'
import { sendErrorPage } from './error-page.js'
import { type Consenting, grantCode, needsConsent } from './grant.js'
import { paramsIn } from './params.js'
import { readAuthorization } from './read.js'

/** Sends the console's page, which handles login and consent, with the name of the app that sent the user. */
export type ConsolePage = (reply: FastifyReply, app: string) => Promise<FastifyReply>

/**
 * GET /oauth/authorize: where apps send their users. Doubts about the app or its address are shown here. Other
 * errors go to the app, but only once somebody is logged in, because the address could otherwise send strangers
 * anywhere.
 */
export function authorizePage(app: ApiServer, deps: ApiDeps, consolePage: ConsolePage): void {
  app.get('/oauth/authorize', { schema: { hide: true } }, async (request, reply) => {
    const off = switchedOff(deps, 'EnableOAuthServiceProvider')
    if (off) return sendErrorPage(reply, refusals[off.refusal])
    const params = paramsIn(request)
    if (!params) return sendErrorPage(reply, refusals.bad_authorization)
    const read = await readAuthorization(deps, params, ownOrigin(deps, request))
    if (read instanceof Refused) return sendErrorPage(reply, refusals[read.refusal])
    const person = personIn(request)
    if (!person) return consolePage(reply, read.app.name)
    if (read.outcome === 'mistaken') return reply.redirect(read.redirect)
    if (await needsConsent(deps, person.userId, read.asked)) return consolePage(reply, read.app.name)
    const redirect = await grantCode(deps, person, read.asked)
    return redirect instanceof Refused ? consolePage(reply, read.app.name) : reply.redirect(redirect)
  })
}

/** Returns the logged-in user, who has chosen a password. An app's token cannot authorize another app. */
function personIn(request: FastifyRequest): Consenting | undefined {
  const session = sessionOf(request)
  if (session?.isOauth !== false || session.user.mustChangePassword) return undefined
  return { userId: session.userId, sessionId: session.id }
}
