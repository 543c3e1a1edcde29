import { createUser, isEmailOfAnother, type Taken, type User } from '@posthorn/db'
import { newId } from '@posthorn/server'
import type { ApiDeps } from '../../deps.js'
import { isSystemAdmin } from '../../http/rights/rights.js'
import { ownNotifyProps } from '../../objects/notify-props.js'
import { hashInTurn } from '../../passwords/passwords.js'
import { type Refused, refused } from '../../refusals/refused.js'
import type { ProfileChanges } from './profile-changes.js'
import { isGoodPassword, type ProfileMistake, validateProfile } from './validate-user.js'
import { isBlindToEmails } from './wanted-email.js'

/** `address`: of the caller. */
type Wanted = { changes: ProfileChanges; password: string; address: string; mustChangePassword?: boolean }

type Closed = 'signup_off' | 'no_open_server'
type Mistake = ProfileMistake | 'bad_password'

/**
 * Creates an account, never an administrator's. System administrators can, and everybody else only if the settings
 * allow it, even while no account exists.
 */
export async function createAccount(
  deps: ApiDeps,
  caller: User | undefined,
  { changes, password, address, mustChangePassword = false }: Wanted,
): Promise<User | Refused<Closed | Mistake | Taken | 'login_busy'>> {
  const refusal = closedTo(deps, caller) ?? validate(deps, changes, password)
  if (refusal) return refused(refusal)
  const hashed = await hashInTurn(password, address, caller !== undefined)
  if (hashed.outcome !== 'hashed') return refused(hashed.outcome)
  const { username = '', email = '' } = changes
  const user = {
    ...changes,
    id: newId(),
    nowMs: deps.nowMs(),
    username,
    notifyProps: ownNotifyProps({ username }, changes.notifyProps ?? {}),
    passwordHash: hashed.hash,
    mustChangePassword,
  }
  const isOwnChoice = !(caller && isSystemAdmin(caller))
  const isBlind = isBlindToEmails(deps, caller)
  const isRequest = isBlind && (await isEmailOfAnother(deps.db, email, user.id))
  const created = await createUser(deps.db, {
    ...user,
    ...(isRequest ? requested(user.id, email) : { email, requestedEmail: isOwnChoice ? email : '' }),
  })
  if (created.outcome === 'created') return created.user
  if (!isBlind || created.outcome !== 'email_taken') return refused(created.outcome)
  const again = await createUser(deps.db, { ...user, ...requested(user.id, email) }) // another account took it meanwhile
  return again.outcome === 'created' ? again.user : refused(again.outcome)
}

/** For callers who must not learn that the address is taken: a normal account with an unused address. */
function requested(id: string, email: string) {
  return { email: `${id}@requested.invalid`, requestedEmail: email }
}

function closedTo({ settings }: ApiDeps, caller: User | undefined): Closed | undefined {
  if (caller && isSystemAdmin(caller)) return undefined
  if (!settings().EnableUserCreation) return 'signup_off'
  return settings().EnableOpenServer ? undefined : 'no_open_server'
}

function validate({ settings }: ApiDeps, changes: ProfileChanges, password: string): Mistake | undefined {
  const { username = '', email = '' } = changes
  const mistake = validateProfile({ ...changes, username, email })
  if (mistake) return mistake
  return isGoodPassword(password, settings().MinimumLength) ? undefined : 'bad_password'
}
