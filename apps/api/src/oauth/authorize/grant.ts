import { consentedScope, saveCode } from '@posthorn/db'
import { newSecret } from '@posthorn/server'
import type { ApiDeps } from '../../deps.js'
import { type Refused, refused } from '../../refusals/refused.js'
import { wordsIn } from '../scopes.js'
import type { Asked } from './authorization.js'
import { isOnUsersMachine } from './redirect.js'

/** Enough for the browser to reach the app, and for the app to request its token. */
const codeSeconds = 60

/**
 * Checks whether the user must consent: not for a trusted app, nor for scopes that they granted before. Apps on the
 * user's machine need consent every time, because any other program there can impersonate them (RFC 8252, 8.6).
 */
export async function needsConsent(
  { db }: Pick<ApiDeps, 'db'>,
  userId: string,
  asked: Asked,
): Promise<boolean> {
  if (asked.app.isPublic || isOnUsersMachine(asked.redirectUri)) return true
  if (asked.app.isTrusted) return false
  const before = wordsIn(await consentedScope(db, userId, asked.app.id))
  return !asked.scopes.every(scope => before.includes(scope))
}

/** The user who authorizes an app, and the session. */
export type Consenting = { userId: string; sessionId: string }

/**
 * Issues a code for the user, and stores the consent. Refused if the session or the app ended meanwhile.
 * @returns where the user goes on
 */
export async function grantCode(
  { db, nowMs }: ApiDeps,
  who: Consenting,
  asked: Asked,
): Promise<string | Refused<'no_session'>> {
  const { app, redirectUri, codeChallenge, answer } = asked
  const [code, now] = [newSecret(), nowMs()]
  const scope = asked.scopes.join(' ')
  const expiresAt = now + codeSeconds * 1000
  const granted = { ...who, appId: app.id, redirectUri, scope, codeChallenge, expiresAt, nowMs: now }
  return (await saveCode(db, code, granted)) ? answer({ code }) : refused('no_session')
}
