import { maxFoundHooksPerPage } from '@posthorn/contract'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { api } from '../client/api.js'

/** Filters of the list of all hooks. */
export type HookKind = 'unused' | 'creator_deactivated' | 'failing' | 'unlocked' | 'disabled'

/** Hooks of all teams that match a search, newest first. For system administrators. */
export const allHooksQuery = (search: string, only: HookKind | undefined) =>
  infiniteQueryOptions({
    queryKey: ['hooks', 'all', search, only ?? ''],
    initialPageParam: '',
    queryFn: ({ signal, pageParam: cursor }) =>
      api.searchAllHooks({
        query: { search, only: only ?? '', cursor, limit: maxFoundHooksPerPage },
        signal,
      }),
    getNextPageParam: ({ next }) => next || undefined,
    placeholderData: keepPreviousData, // while the user types
    staleTime: 0, // no event announces uses
  })
