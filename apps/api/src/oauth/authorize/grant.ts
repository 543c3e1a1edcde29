import { scopes } from '@posthorn/contract'
import { consentedScope, saveCode, saveConsent } from '@posthorn/db'
import { newSecret } from '@posthorn/server'
import type { ApiDeps } from '../../deps.js'
import { wordsIn } from '../scopes.js'
import type { Asked } from './read.js'

/** As long as a browser takes from here to the app, and the app from there to its token. */
export const codeSeconds = 60

/** Whether a user is to be asked: not for a trusted app, nor for what they let it do before. */
export async function needsConsent(
  { db }: Pick<ApiDeps, 'db'>,
  userId: string,
  asked: Asked,
): Promise<boolean> {
  if (asked.app.isTrusted) return false
  const before = wordsIn(await consentedScope(db, userId, asked.app.id))
  return !asked.scopes.every(scope => before.includes(scope))
}

/** Gives the app a code for the user, and remembers what it was let do. @returns where the user goes on */
export async function grantCode({ db, nowMs }: ApiDeps, userId: string, asked: Asked): Promise<string> {
  const { app, redirectUri, codeChallenge, answer } = asked
  const [appId, now] = [app.id, nowMs()]
  const before = wordsIn(await consentedScope(db, userId, appId))
  const all = scopes.filter(scope => before.includes(scope) || asked.scopes.includes(scope))
  if (all.length > before.length) await saveConsent(db, { userId, appId, scope: all.join(' '), nowMs: now })
  const code = newSecret()
  const expiresAt = now + codeSeconds * 1000
  const scope = asked.scopes.join(' ')
  await saveCode(db, code, { appId, userId, redirectUri, scope, codeChallenge, expiresAt, nowMs: now })
  return answer({ code })
}
