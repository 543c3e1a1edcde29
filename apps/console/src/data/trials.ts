import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './client/api.js'

/** What a payload would become. It is asked once for each payload, and nothing of it is stored by the server. */
export const previewQuery = (params: { team: string; hook: string }, payload: string) =>
  queryOptions({
    queryKey: ['preview', params.hook, payload],
    queryFn: ({ signal }) => api.previewPayload({ params, body: { payload }, signal }),
    placeholderData: keepPreviousData, // while one types
    gcTime: 0,
  })
