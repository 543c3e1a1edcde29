import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './client/api.js'

/** A preview of a payload, cached by payload. The server stores nothing. */
export const previewQuery = (
  { format, ...params }: { team: string; hook: string; format: string },
  payload: string,
) =>
  queryOptions({
    queryKey: ['preview', params.hook, format, payload],
    queryFn: ({ signal }) => api.previewPayload({ params, body: { payload, format }, signal }),
    placeholderData: keepPreviousData, // while the user types
    gcTime: 0,
  })
