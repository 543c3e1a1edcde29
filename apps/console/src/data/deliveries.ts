import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from './api.js'

const pageSize = 60

/** What became of a hook's deliveries, the newest first, page by page. */
export const deliveriesQuery = (params: { team: string; hook: string }) =>
  infiniteQueryOptions({
    queryKey: ['deliveries', params.hook, 'list'],
    initialPageParam: '',
    queryFn: ({ signal, pageParam: cursor }) =>
      api.listDeliveries({ params, query: { cursor, limit: pageSize }, signal }),
    getNextPageParam: ({ next }) => next || undefined,
  })
