import { ApiError, type UserObject } from '@posthorn/contract'
import type { QueryClient } from '@tanstack/react-query'
import { api } from './client/api.js'
import { clientPropsQuery } from './client/client-props.js'
import { displaySettingsIn, preferencesQuery } from './preferences.js'
import { activeTeams, membershipQuery, teamsQuery } from './teams.js'
import { hasAdminRole, userQuery } from './users.js'

/**
 * Returns the user of this page's session, or null, and caches what the first screen needs, all in one request. Administrators
 * see more teams than their own, so theirs are fetched when they are shown.
 */
export async function loadStart(client: QueryClient, signal?: AbortSignal): Promise<UserObject | null> {
  try {
    const start = await api.getInitialLoad({ ...(signal && { signal }) })
    const { user, teams, team_members: memberships, preferences, client_cfg: props } = start
    if (!user) return null
    client.setQueryData(clientPropsQuery.queryKey, props)
    client.setQueryData(userQuery(user.id).queryKey, user)
    client.setQueryData(preferencesQuery.queryKey, displaySettingsIn(preferences ?? []))
    for (const membership of memberships ?? [])
      client.setQueryData(membershipQuery(membership.team_id, user.id).queryKey, membership)
    if (!hasAdminRole(user)) client.setQueryData(teamsQuery.queryKey, activeTeams(teams ?? []))
    return user
  } catch (error) {
    const isWaiting = error instanceof ApiError && error.is('password_change_needed')
    if (isWaiting) return api.getMe({ ...(signal && { signal }) })
    throw error
  }
}
