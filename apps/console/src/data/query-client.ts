import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isPassing, isSessionOver } from './client/failures.js'
import { forgetSession } from './session.js'

const firstRetryMs = 1000
const longestRetryMs = 10_000

const onError = (error: unknown) => {
  if (isSessionOver(error)) forgetSession(queryClient)
}

/**
 * The cache of server data. Data is fetched once, and live events keep it current. After a broken connection, whatever may have
 * changed is fetched again. Requests are retried while the server is down.
 */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      networkMode: 'always', // a browser may report "offline" although the server is on the same machine
      staleTime: 30_000,
      retry: (_, error) => isPassing(error),
      retryDelay: attempt => Math.min(firstRetryMs * 2 ** attempt, longestRetryMs),
    },
    mutations: { networkMode: 'always' },
  },
})
