import { createUser, type User, type UserChanges } from '@posthorn/db'
import { newId, type Refusal } from '@posthorn/server'
import { isSystemAdmin } from './caller.js'
import type { ApiDeps } from './deps.js'
import { ownNotifyProps } from './objects/notify-props.js'
import { hashInTurn } from './passwords.js'
import { isGoodPassword, mistakeIn } from './user-rules.js'

/** `address`: of whoever asks for it. */
type Wanted = { changes: UserChanges; password: string; address: string }

/**
 * Makes an account (spec 4.6), never an administrator's: for a system administrator, or for anybody where the settings
 * allow it, also while there is no account at all.
 */
export async function createAccount(
  deps: ApiDeps,
  caller: User | undefined,
  { changes, password, address }: Wanted,
): Promise<User | Refusal> {
  const refusal = notAllowed(deps, caller) ?? mistakes(deps, changes, password)
  if (refusal) return refusal
  const hashed = await hashInTurn(password, address)
  if (hashed === 'login_busy') return hashed
  const { username = '', email = '' } = changes
  return createUser(deps.db, {
    ...changes,
    id: newId(),
    nowMs: deps.nowMs(),
    username,
    email,
    notifyProps: ownNotifyProps({ username }, changes.notifyProps ?? {}),
    passwordHash: hashed.hash,
  })
}

function notAllowed({ settings }: ApiDeps, caller: User | undefined): Refusal | undefined {
  if (caller && isSystemAdmin(caller)) return undefined
  if (!settings().EnableUserCreation) return 'signup_off'
  return settings().EnableOpenServer ? undefined : 'no_open_server'
}

function mistakes({ settings }: ApiDeps, changes: UserChanges, password: string): Refusal | undefined {
  const mistake = mistakeIn({ ...changes, username: changes.username ?? '', email: changes.email ?? '' })
  if (mistake) return mistake
  return isGoodPassword(password, settings().MinimumLength) ? undefined : 'bad_password'
}
