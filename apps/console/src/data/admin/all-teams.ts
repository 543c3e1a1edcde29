import { maxTeamsPerPage } from '@posthorn/contract'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../client/api.js'

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
