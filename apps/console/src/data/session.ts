import type { UserObject } from '@posthorn/contract'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { api } from './client/api.js'
import { isSessionOver } from './client/errors.js'

/** Set beside the session's own cookie, for scripts, which cannot read that one. */
const userCookie = /(?:^|; )MMUSERID=\w/

/** Who is logged in; null when nobody is. Without the cookie nobody can be, and nothing is asked. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }): Promise<UserObject | null> => {
    if (!userCookie.test(document.cookie)) return null
    try {
      return await api.getMe({ signal })
    } catch (error) {
      if (isSessionOver(error)) return null
      throw error
    }
  },
})

/** Who is logged in, below the gate, where somebody is. */
export function useMe(): UserObject {
  const { data } = useQuery(sessionQuery)
  if (data) lastUser = data
  if (!lastUser) throw new Error('useMe is for what the session gate shows')
  return lastUser
}

/** Whether who is logged in administers the system. */
export function useIsSystemAdmin(): boolean {
  return useMe().roles.split(' ').includes('system_admin')
}

/** While somebody logs in again, the screen behind is still theirs. */
let lastUser: UserObject | undefined

/** From now on nobody is logged in, as far as this page knows; what it shows stays behind the log-in. */
export function forgetSession(client: QueryClient): void {
  client.setQueryData(sessionQuery.queryKey, null)
}

/** Somebody has logged in. What another user had fetched is forgotten, what this one had is asked for again. */
export async function beginSession(client: QueryClient, user: UserObject): Promise<void> {
  if (lastUser && lastUser.id !== user.id)
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
  client.setQueryData(sessionQuery.queryKey, user)
  await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
}
