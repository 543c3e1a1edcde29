import type { AccountOverview } from '@posthorn/contract'
import type { Account } from '@posthorn/db'
import { userObject } from './user-object.js'

export function accountObject(account: Account): AccountOverview {
  return {
    ...userObject(account.user),
    requested_email: account.user.requestedEmail === account.user.email ? '' : account.user.requestedEmail,
    teams: account.teams.map(({ id, name, displayName, roles }) => ({
      id,
      name,
      display_name: displayName,
      roles,
    })),
    live_hooks: account.liveHooks,
    live_sessions: account.liveSessions,
    last_activity_at: account.lastActivityAt,
  }
}
