import { maxFoundHooksPerPage } from '@posthorn/contract'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { api } from '../client/api.js'
import type { HookListFilter } from '../filters/hook-filter.js'

/** Hooks of all teams that match a search. For system administrators. */
export const allHooksQuery = ({ find, only, sort }: HookListFilter) =>
  infiniteQueryOptions({
    queryKey: ['hooks', 'all', find, only, sort],
    initialPageParam: '',
    queryFn: ({ signal, pageParam: cursor }) =>
      api.searchAllHooks({
        query: {
          search: find ?? '',
          only: only ?? '',
          sort: sort ?? '',
          cursor,
          limit: maxFoundHooksPerPage,
        },
        signal,
      }),
    getNextPageParam: ({ next }) => next || undefined,
    placeholderData: keepPreviousData, // while the user types
    staleTime: 0, // no event announces uses
  })
