import { consentedScope, saveCode } from '@posthorn/db'
import { newSecret } from '@posthorn/server'
import type { ApiDeps } from '../../deps.js'
import { type Refused, refused } from '../../refusals/refused.js'
import { wordsIn } from '../scopes.js'
import type { Asked } from './read.js'
import { isOnUsersMachine } from './redirect.js'

/** As long as a browser takes from here to the app, and the app from there to its token. */
export const codeSeconds = 60

/**
 * Whether a user is to be asked: not for a trusted app, nor for what they let it do before. What runs on the user's machine
 * is asked for every time, because any other program there can pass for it (RFC 8252, 8.6).
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

/** Who lets an app in, and by which session. */
export type Consenting = { userId: string; sessionId: string }

/**
 * Gives the app a code for the user, and remembers what it was let do. Refused where the session or the app has gone
 * meanwhile.
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
