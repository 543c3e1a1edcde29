import { isEmailOfAnother, type User } from '@posthorn/db'
import type { ApiDeps } from '../../deps.js'
import { isSystemAdmin } from '../../http/guards/rights.js'
import { OverRate } from '../../refusals/refused.js'
import type { ProfileChanges } from './profile-changes.js'
import { asOwn } from './user-object.js'
import { isEmail } from './validate-user.js'

/**
 * Whether a caller must not find out which e-mail addresses others have: everybody but system administrators, while profiles
 * do not show them.
 */
export function isBlindToEmails({ settings }: ApiDeps, caller: User | undefined): boolean {
  return !(caller && isSystemAdmin(caller)) && !settings().ShowEmailAddress
}

/**
 * A user as an app sees them that acts for them. Nobody has confirmed an address that users chose themselves: software that
 * lets people in by Posthorn would take them for whose address it is.
 */
export function withoutOwnChoice(user: User): User {
  return user.requestedEmail === '' ? user : { ...user, email: '', emailVerified: false, requestedEmail: '' }
}

/**
 * What becomes of an address that a user wants for themselves without finding out who has it: theirs where it is free, else
 * only shown to them as theirs. Both take the same questions. Asking counts: ten in 15 minutes.
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
