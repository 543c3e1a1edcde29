import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../data/client/api.js'

/** No event announces who comes and goes, so it is refetched while something shows it. */
const lookAgainMs = 60_000

/** The users with a live connection. */
const onlineQuery = queryOptions({
  queryKey: ['online'],
  queryFn: async ({ signal }) => new Set(Object.keys(await api.listStatuses({ signal }))),
  refetchInterval: lookAgainMs,
})

/** Whether a user has Posthorn open somewhere; undefined until known. */
export function useIsOnline(user: string): boolean | undefined {
  return useQuery(onlineQuery).data?.has(user)
}
