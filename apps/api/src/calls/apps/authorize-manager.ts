import { type App, findApp, type User } from '@posthorn/db'
import type { ApiDeps } from '../../deps.js'
import { isSystemAdmin } from '../../http/rights/rights.js'
import { type Refused, refused } from '../../refusals/refused.js'

/** Returns why a user may not have apps: integrations may be limited to administrators. */
export function whyNotRegistering({ settings }: ApiDeps, user: User) {
  const isClosed = settings().EnableOnlyAdminIntegrations && !isSystemAdmin(user)
  return isClosed ? refused('only_admins_register_apps') : undefined
}

/** Returns an app for its owner or a system administrator. */
export async function authorizeManager(
  { db }: ApiDeps,
  user: User,
  id: string,
): Promise<App | Refused<'no_such_app' | 'not_your_app'>> {
  const app = await findApp(db, id)
  if (!app) return refused('no_such_app')
  return app.creatorId === user.id || isSystemAdmin(user) ? app : refused('not_your_app')
}
