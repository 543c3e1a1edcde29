import { ApiError } from '@posthorn/contract'
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

/** Whether the session has ended, so that the user must log in again. */
export function isSessionOver(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

/** Errors that persist until an administrator changes something. */
const switchedOff = 501

/** Whether a retry may succeed: no response, or one that says to retry. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status === switchedOff) return false
  return error.status === 0 || error.status === 429 || error.status >= 500
}

/** Returns the server's message, which says what to do. */
export function messageOf(error: unknown): { title: string; detail?: string } {
  if (!(error instanceof ApiError)) return { title: 'Something went wrong', detail: String(error) }
  if (error.status === 0) return { title: 'Posthorn does not respond', detail: 'This page keeps trying.' }
  return { title: error.message, ...(error.detailedError && { detail: error.detailedError }) }
}
