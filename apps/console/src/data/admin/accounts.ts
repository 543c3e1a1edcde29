import { type AccountOverview, maxAccountsPerPage, maxTeamsPerPage } from '@posthorn/contract'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../client/api.js'
import { type HookListFilter, hookSearch } from '../filters/delivery-filter.js'

/** Filters of the list of accounts, besides the search text. */
export type AccountKind = 'administrators' | 'deactivated' | 'first_password'

type Wanted = { search?: string; only?: AccountKind | undefined; team?: string }

/** Accounts that match a search, by user name. For system administrators. */
export const accountsQuery = ({ search = '', only, team = '' }: Wanted) =>
  infiniteQueryOptions({
    queryKey: ['accounts', 'list', search, only ?? '', team],
    initialPageParam: '',
    queryFn: ({ signal, pageParam: cursor }) =>
      api.searchAccounts({
        query: { search, only: only ?? '', team, cursor, limit: maxAccountsPerPage },
        signal,
      }),
    getNextPageParam: ({ next }) => next || undefined,
    placeholderData: keepPreviousData, // while the user types
  })

export const accountQuery = (user: string) =>
  queryOptions({
    queryKey: ['accounts', user],
    queryFn: ({ signal }) => api.getAccount({ params: { user }, signal }),
  })

export function administersSystem({ roles }: Pick<AccountOverview, 'roles'>): boolean {
  return roles.split(' ').includes('system_admin')
}

/** Returns the first and last name, as far as they are known. */
export function fullName({ first_name, last_name }: AccountOverview): string {
  return [first_name, last_name].filter(Boolean).join(' ')
}

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

/** Teams that match a search, by name. For system administrators. */
export const allTeamsQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: ['teams', 'all', search],
    initialPageParam: '',
    queryFn: ({ signal, pageParam: cursor }) =>
      api.searchTeams({ query: { search, cursor, limit: maxTeamsPerPage }, signal }),
    getNextPageParam: ({ next }) => next || undefined,
    placeholderData: keepPreviousData, // while the user types
  })

/** A team by id, with fields for administrators. */
export const teamQuery = (team: string) =>
  queryOptions({
    queryKey: ['teams', 'one', team],
    queryFn: ({ signal }) => api.getTeam({ params: { team }, signal }),
  })
