import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from './api.js'

/** Feature switches, as strings. */
export const clientPropsQuery = queryOptions({
  queryKey: ['client props'],
  queryFn: ({ signal }) => api.getClientProps({ signal }),
})

/** Whether OAuth applications are enabled; undefined until known. */
export function useIsOAuthOn(): boolean | undefined {
  const { data } = useQuery(clientPropsQuery)
  return data && data.EnableOAuthServiceProvider === 'true'
}

/** Whether posts can have files. */
export function useTakesFiles(): boolean {
  return useQuery(clientPropsQuery).data?.EnableFileAttachments === 'true'
}

/** Whether a login must name a team, and the only one there is; undefined until known. */
export function useTeamAtLogin(): { isRequired: boolean; only: string } | undefined {
  const { data, isError } = useQuery(clientPropsQuery)
  if (!data) return isError ? { isRequired: true, only: '' } : undefined
  return { isRequired: data.RequireTeamNameAtLogin !== 'false', only: data.OnlyTeamName ?? '' }
}

/** Whether nobody has logged in to this server yet. */
export function useAwaitsFirstLogin(): boolean {
  return useQuery(clientPropsQuery).data?.AwaitsFirstLogin === 'true'
}
