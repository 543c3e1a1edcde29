import { maxFoundHooksPerPage } from '@posthorn/contract'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { api } from '../client/api.js'

/** What hooks have in common that somebody looks for. */
export type HookKind = 'unused' | 'creator_deactivated' | 'failing' | 'unlocked' | 'disabled'

/** The hooks of all teams that are like what is searched for, the newest first; for system administrators. */
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
    placeholderData: keepPreviousData, // while one types
  })
