import type { Call } from '@posthorn/contract'
import { findSession, type LiveSession, touchSession } from '@posthorn/db'
import { addressKey, setRateLimitHeaders, tooManyRequests } from '@posthorn/server'
import type { FastifyReply } from 'fastify'
import { withoutOwnChoice } from '../../calls/users/wanted-email.js'
import type { ApiDeps, ApiServer } from '../../deps.js'
import { refuseCall } from '../answers/refuse-call.js'
import { isSystemAdmin } from '../guards/rights.js'
import { switchedOff, switchOf } from '../guards/switches.js'
import { payerOf, sessionDecorator, sessionOf } from './caller.js'
import { accessTokenOf, clearCookies, tokenOf } from './credentials.js'

/** An answer counts as one more call for each of these. */
const bytesPerCall = 64 * 1024

/** How old `last_activity_at` may grow while its session is used. */
const activityMs = 5 * 60_000

/**
 * Every call registered on `app` after this says whose it is, if anybody's, and counts for that user (`payerOf`), whatever the
 * session, or for its address.
 */
export function identifyCaller(app: ApiServer, deps: ApiDeps): void {
  app.decorateRequest(sessionDecorator)
  app.addHook('onRequest', async (request, reply) => {
    const [token, inQuery] = [tokenOf(request), accessTokenOf(request)]
    const found = await sessionBehind(deps, token || inQuery)
    const payer = found && payerOf(found)
    const address = addressKey(request.ip)
    const standing = await deps.callLimit(payer?.key ?? address)
    if (standing) setRateLimitHeaders(reply, standing)
    if (standing?.admitted === false && !isBeyondRate(found, request.routeOptions.config.call)) {
      deps.countLimited(payer ? 'user' : 'address', payer?.userId ?? address)
      return tooManyRequests(reply, standing)
    }
    if (!found) return forgetToken(reply, token)
    if (token === '' && !found.isOauth) return refuseCall(reply, 'token_in_query')
    const off = switchedOff(deps, switchOf(found))
    if (off) return refuseCall(reply, off.refusal)
    if (waitsForPassword(found, request.routeOptions.config.call))
      return refuseCall(reply, 'password_change_needed')
    await noteActivity(deps, found)
    request.setDecorator(sessionDecorator, found)
  })
}

async function sessionBehind({ db, nowMs }: ApiDeps, token: string): Promise<LiveSession | undefined> {
  const found = token === '' ? undefined : await findSession(db, token, nowMs())
  return found?.isOauth ? { ...found, user: withoutOwnChoice(found.user) } : found
}

/** Whether a call is made all the same: what a system administrator needs to change a rate that was set too low. */
function isBeyondRate(found: LiveSession | undefined, call: Call | undefined): boolean {
  return call?.beyondRate === true && found !== undefined && !found.isOauth && isSystemAdmin(found.user)
}

/** What looks at no session is answered to anybody; of all else only what its definition lets through. */
function waitsForPassword({ user }: LiveSession, call: Call | undefined): boolean {
  if (!user.mustChangePassword || !call || call.allow === 'anybody') return false
  return call.beforePasswordChange !== true
}

/** A user's call that reads much counts as several, told once it is known how much; the call itself is answered all the same. */
export function countAnswers(app: ApiServer, { callLimit }: ApiDeps): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const bytes = typeof payload === 'string' ? Buffer.byteLength(payload) : 0
    const session = sessionOf(request)
    if (bytes < bytesPerCall || !session) return // what anybody is told is small, or the document, which is made once
    const standing = await callLimit(payerOf(session).key, Math.floor(bytes / bytesPerCall))
    if (standing) setRateLimitHeaders(reply, standing)
  })
}

/** A token that opens nothing will never work again. One in an address may be another site's, to log somebody out. */
async function forgetToken(reply: FastifyReply, token: string): Promise<void> {
  if (token !== '') clearCookies(reply)
}

async function noteActivity({ db, nowMs }: ApiDeps, { id, lastActivityAt }: LiveSession): Promise<void> {
  if (nowMs() - lastActivityAt > activityMs) await touchSession(db, id, nowMs())
}
