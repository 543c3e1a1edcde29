import { ApiError, type UserObject } from '@posthorn/contract'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { api } from './client/api.js'
import { clientPropsQuery } from './client/client-props.js'
import { displaySettingsIn, preferencesQuery } from './preferences.js'
import { activeTeams, membershipQuery, teamsQuery } from './teams.js'
import { hasAdminRole, userQuery } from './users.js'

/** Set together with the session cookie, which scripts can't read. */
const userCookie = /(?:^|; )MMUSERID=\w/

/** The logged-in user, or null. Without the cookie, it makes no request. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ client, signal }): Promise<UserObject | null> | null =>
    userCookie.test(document.cookie) ? loadStart(client, signal) : null,
})

/** Returns the logged-in user. For components behind the session gate. */
export function useMe(): UserObject {
  const { data } = useQuery(sessionQuery)
  if (data) lastUser = data
  if (!lastUser) throw new Error('useMe is for components behind the session gate')
  return lastUser
}

/** Whether the user is a system administrator. */
export function useIsSystemAdmin(): boolean {
  return hasAdminRole(useMe())
}

/** The user whose screen stays visible while they log in again. */
let lastUser: UserObject | undefined

/** Marks the page as logged out. Its screen stays behind the login. */
export function forgetSession(client: QueryClient): void {
  client.setQueryData(sessionQuery.queryKey, null)
}

/** Asks the server whether the session has ended. Without a response, the page stays as it is. */
export async function checkSession(client: QueryClient): Promise<void> {
  const user = await loadStart(client).catch(() => undefined)
  if (user === null) forgetSession(client)
}

/** Marks a user as logged in. Clears another user's data, and fetches this user's. */
export async function beginSession(client: QueryClient, user: UserObject): Promise<void> {
  if (!lastUser && !user.must_change_password) await loadStart(client).catch(ignored)
  if (lastUser && lastUser.id !== user.id)
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
  client.setQueryData(sessionQuery.queryKey, user)
  if (lastUser) await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
}

/** The screen fetches what could not be loaded at once, and shows why. */
const ignored = () => null

/**
 * Returns the user of this page's session, or null, and caches what the first screen needs, all in one request. Administrators
 * see more teams than their own, so theirs are fetched when they are shown.
 */
async function loadStart(client: QueryClient, signal?: AbortSignal): Promise<UserObject | null> {
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
