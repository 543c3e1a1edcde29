import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** With the delays of `queryClient`, about 7 s. */
const manyFailures = 3

/** Whether nothing could be loaded so far, although it was tried a few times. */
function isFailing({ state }: Query): boolean {
  return state.status === 'pending' && state.fetchFailureCount >= manyFailures
}

/** Returns why data that is shown can't be loaded, if several attempts have failed. They go on. */
export function useLastingFailure(): Error | null {
  const cache = useQueryClient().getQueryCache()
  return useSyncExternalStore(
    onChange => cache.subscribe(onChange),
    () => cache.findAll({ type: 'active', predicate: isFailing })[0]?.state.fetchFailureReason ?? null,
  )
}

/** Tries again at once to load what could not be loaded. */
export function retryFailing(client: QueryClient): void {
  void client.resetQueries({ type: 'active', predicate: isFailing })
}
