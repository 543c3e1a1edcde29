import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from './api.js'

/** What is switched on, as texts. */
export const clientPropsQuery = queryOptions({
  queryKey: ['client props'],
  queryFn: ({ signal }) => api.getClientProps({ signal }),
})

/** Whether other programs may act for users; undefined until that is known. */
export function useIsOAuthOn(): boolean | undefined {
  const { data } = useQuery(clientPropsQuery)
  return data && data.EnableOAuthServiceProvider === 'true'
}
