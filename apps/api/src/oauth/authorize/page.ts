import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiDeps, ApiServer } from '../../deps.js'
import { sessionOf } from '../../http/callers/caller.js'
import { switchedOff } from '../../http/guards/switches.js'
import { ownOrigin } from '../../http/own-origin.js'
import { refusals } from '../../refusals/index.js'
import { Refused } from '../../refusals/refused.js'
import { sendErrorPage } from './error-page.js'
import { type Consenting, grantCode, needsConsent } from './grant.js'
import { paramsIn } from './params.js'
import { readAuthorization } from './read.js'

/** Sends the console's page, which lets log in and asks. */
export type ConsolePage = (reply: FastifyReply) => Promise<FastifyReply>

/**
 * GET /oauth/authorize: where apps send their users. Who is in doubt about app or address is told so here; the rest is told
 * to the app, but only once somebody is logged in: the address would else lead strangers anywhere.
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
    if (!person) return consolePage(reply)
    if (read.outcome === 'mistaken') return reply.redirect(read.redirect)
    if (await needsConsent(deps, person.userId, read.asked)) return consolePage(reply)
    const redirect = await grantCode(deps, person, read.asked)
    return redirect instanceof Refused ? consolePage(reply) : reply.redirect(redirect)
  })
}

/** Who is logged in, and has a password of their own; an app's token lets no other app in. */
function personIn(request: FastifyRequest): Consenting | undefined {
  const session = sessionOf(request)
  if (session?.isOauth !== false || session.user.mustChangePassword) return undefined
  return { userId: session.userId, sessionId: session.id }
}
