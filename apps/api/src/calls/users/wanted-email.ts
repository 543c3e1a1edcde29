import { isEmailOfAnother, type User } from '@posthorn/db'
import type { ApiDeps } from '../../deps.js'
import { isSystemAdmin } from '../../http/rights/rights.js'
import { asOwn } from '../../objects/user-object.js'
import { OverRate } from '../../refusals/refused.js'
import type { ProfileChanges } from './profile-changes.js'
import { isEmail } from './validate-user.js'

/**
 * Checks whether a caller must not learn which e-mail addresses are taken. This applies to everybody except system
 * administrators while profiles hide addresses.
 */
export function isBlindToEmails({ settings }: ApiDeps, caller: User | undefined): boolean {
  return !(caller && isSystemAdmin(caller)) && !settings().ShowEmailAddress
}

/**
 * Returns a user as an app acting for them sees them. Self-chosen addresses are unverified, and software that logs
 * people in through Posthorn would trust them.
 */
export function withoutOwnChoice(user: User): User {
  return user.requestedEmail === '' ? user : { ...user, email: '', emailVerified: false, requestedEmail: '' }
}

/**
 * Changes a user's address without revealing whether it is taken. A free address becomes theirs; a taken one is only
 * shown to them as theirs. Both take the same queries. Each attempt counts: 10 in 15 minutes.
 */
export async function wantedEmail(
  { db, emailLimit }: ApiDeps,
  user: User,
  email: string,
): Promise<ProfileChanges | OverRate> {
  if (email === asOwn(user).email) return {}
  const standing = await emailLimit(user.id)
  if (standing?.admitted === false) return new OverRate(standing)
  const isRequest = (await isEmailOfAnother(db, email, user.id)) && isEmail(email)
  return isRequest ? { requestedEmail: email } : { email, requestedEmail: email }
}
