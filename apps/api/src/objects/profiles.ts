import type { UserObject } from '@posthorn/contract'
import type { User } from '@posthorn/db'
import type { ApiDeps } from '../deps.js'
import { isSystemAdmin } from '../http/rights/rights.js'
import { asOwn, profileObject, type Visibility } from './user-object.js'

/** Checks whether a caller manages a user's account: their own, or any as a system administrator. */
export function mayManage(caller: User, userId: string): boolean {
  return caller.id === userId || isSystemAdmin(caller)
}

/** Returns a user as this caller may see them. Administrators and the user see all fields. */
export function profileFor(deps: ApiDeps, caller: User, user: User): UserObject {
  const visible = mayManage(caller, user.id) ? { email: true, fullName: true } : visibleToOthers(deps)
  const own = { ...asOwn(user), email: asOwn(caller).email } // an app's caller may have none
  return profileObject(caller.id === user.id ? own : user, visible)
}

/** Returns a user as everybody may see them. */
export function visibleToOthers({ settings }: ApiDeps): Visibility {
  const { ShowEmailAddress, ShowFullName } = settings()
  return { email: ShowEmailAddress, fullName: ShowFullName }
}

export function profilesFor(deps: ApiDeps, caller: User, users: User[]): Record<string, UserObject> {
  return Object.fromEntries(users.map(user => [user.id, profileFor(deps, caller, user)]))
}
