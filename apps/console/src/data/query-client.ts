import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isPassing, isSessionOver } from './client/errors.js'
import { forgetSession } from './session.js'

const firstRetryMs = 1000
const longestRetryMs = 10_000

const onError = (error: unknown) => {
  if (isSessionOver(error)) forgetSession(queryClient)
}

/**
 * What has come from the server. It is fetched once; live events keep it true, and whatever they may have missed is asked
 * for again when the line is back. A server that is away is asked until it is there.
 */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      networkMode: 'always', // a browser calls itself offline although the server is on the same machine
      staleTime: 30_000,
      retry: (_, error) => isPassing(error),
      retryDelay: attempt => Math.min(firstRetryMs * 2 ** attempt, longestRetryMs),
    },
    mutations: { networkMode: 'always' },
  },
})
