import { type App, findApp, type User } from '@posthorn/db'
import type { ApiDeps } from '../../deps.js'
import { isSystemAdmin } from '../../http/guards/rights.js'
import { type Refused, refused } from '../../refusals/refused.js'

/** Why somebody may not have apps: integrations may be for administrators only. */
export function whyNotRegistering({ settings }: ApiDeps, user: User) {
  const isClosed = settings().EnableOnlyAdminIntegrations && !isSystemAdmin(user)
  return isClosed ? refused('only_admins_register_apps') : undefined
}

/** An app, for who registered it and for system administrators. */
export async function authorizeManager(
  { db }: ApiDeps,
  user: User,
  id: string,
): Promise<App | Refused<'no_such_app' | 'not_your_app'>> {
  const app = await findApp(db, id)
  if (!app) return refused('no_such_app')
  return app.creatorId === user.id || isSystemAdmin(user) ? app : refused('not_your_app')
}
