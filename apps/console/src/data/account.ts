import { queryOptions } from '@tanstack/react-query'
import { api } from './client/api.js'

/** The user's sessions, most recently used first. */
export const sessionsQuery = (user: string) =>
  queryOptions({
    queryKey: ['sessions', user],
    queryFn: async ({ signal }) => {
      const sessions = await api.listSessions({ params: { user }, signal })
      return sessions.toSorted((one, other) => other.last_activity_at - one.last_activity_at)
    },
  })
