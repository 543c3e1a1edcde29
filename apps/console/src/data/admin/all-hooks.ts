import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { api } from '../client/api.js'
import { type HookListFilter, hookSearch } from '../filters/hook-filter.js'

/** Hooks of all teams that match a search. For system administrators. */
export const allHooksQuery = (filter: HookListFilter) =>
  infiniteQueryOptions({
    queryKey: ['hooks', 'all', filter.find, filter.only, filter.sort],
    initialPageParam: '',
    queryFn: ({ signal, pageParam: cursor }) =>
      api.searchAllHooks({ query: hookSearch(filter, cursor), signal }),
    getNextPageParam: ({ next }) => next || undefined,
    placeholderData: keepPreviousData, // while the user types
    staleTime: 0, // no event announces uses
  })
