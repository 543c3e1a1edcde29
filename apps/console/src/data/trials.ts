import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './client/api.js'

/** A preview of a payload, cached by payload. The server stores nothing. */
export const previewQuery = (params: { team: string; hook: string }, payload: string) =>
  queryOptions({
    queryKey: ['preview', params.hook, payload],
    queryFn: ({ signal }) => api.previewPayload({ params, body: { payload }, signal }),
    placeholderData: keepPreviousData, // while the user types
    gcTime: 0,
  })
