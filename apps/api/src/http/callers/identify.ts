import type { Call } from '@posthorn/contract'
import { findSession, type LiveSession, touchSession } from '@posthorn/db'
import { markCounted, setRateLimitHeaders, tooManyRequests } from '@posthorn/server'
import type { FastifyReply } from 'fastify'
import { withoutOwnChoice } from '../../calls/users/wanted-email.js'
import type { ApiDeps, ApiServer } from '../../deps.js'
import { refuseCall } from '../answers/refuse-call.js'
import { isSystemAdmin } from '../rights/rights.js'
import { switchedOff, switchOf } from '../rights/switches.js'
import { payerOf, sessionDecorator, sessionOf } from './caller.js'
import { accessTokenOf, clearCookies, tokenOf } from './credentials.js'

/** An answer counts as one more call for each of these. */
const bytesPerCall = 64 * 1024

/** The largest error of `last_activity_at` while a session is in use. */
const activityMs = 5 * 60_000

/**
 * Identifies the caller of every call registered on `app` after this, and counts it for that user (`payerOf`) across
 * sessions, or for the address without a session.
 */
export function identifyCaller(app: ApiServer, deps: ApiDeps): void {
  app.decorateRequest(sessionDecorator)
  app.addHook('onRequest', async (request, reply) => {
    const [token, inQuery] = [tokenOf(request), accessTokenOf(request)]
    const found = await sessionBehind(deps, token || inQuery)
    const payer = found && payerOf(found)
    const standing = await (payer ? deps.callLimit(payer.key) : deps.strangers.count(request.ip))
    markCounted(request)
    if (standing) setRateLimitHeaders(reply, standing)
    if (standing?.admitted === false && !isBeyondRate(found, request.routeOptions.config.call)) {
      if (payer) deps.countLimited('user', payer.userId)
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

/**
 * Checks whether a call is made despite the limit: system administrators can always raise a rate that was set too
 * low.
 */
function isBeyondRate(found: LiveSession | undefined, call: Call | undefined): boolean {
  return call?.beyondRate === true && found !== undefined && !found.isOauth && isSystemAdmin(found.user)
}

/** Calls that ignore sessions serve everybody; all others only what their definitions allow. */
function waitsForPassword({ user }: LiveSession, call: Call | undefined): boolean {
  if (!user.mustChangePassword || !call || call.allow === 'anybody') return false
  return call.beforePasswordChange !== true
}

/** Counts a call that reads much as several, once the size is known. The call itself still succeeds. */
export function countAnswers(app: ApiServer, { callLimit }: ApiDeps): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const bytes = typeof payload === 'string' ? Buffer.byteLength(payload) : 0
    const session = sessionOf(request)
    if (bytes < bytesPerCall || !session) return // answers without a session are small, except the document, which is built once
    const standing = await callLimit(payerOf(session).key, Math.floor(bytes / bytesPerCall))
    if (standing) setRateLimitHeaders(reply, standing)
  })
}

/** An invalid token never becomes valid. One in the query may come from another site, to log a user out. */
async function forgetToken(reply: FastifyReply, token: string): Promise<void> {
  if (token !== '') clearCookies(reply)
}

async function noteActivity({ db, nowMs }: ApiDeps, { id, lastActivityAt }: LiveSession): Promise<void> {
  if (nowMs() - lastActivityAt > activityMs) await touchSession(db, id, nowMs())
}
