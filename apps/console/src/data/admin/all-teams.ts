import { maxTeamsPerPage } from '@posthorn/contract'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../client/api.js'

/** All teams that are like what is searched for, by name; for system administrators. */
export const allTeamsQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: ['teams', 'all', search],
    initialPageParam: '',
    queryFn: ({ signal, pageParam: cursor }) =>
      api.searchTeams({ query: { search, cursor, limit: maxTeamsPerPage }, signal }),
    getNextPageParam: ({ next }) => next || undefined,
    placeholderData: keepPreviousData, // while one types
  })

/** A team by id, with what only its administrators see. */
export const teamQuery = (team: string) =>
  queryOptions({
    queryKey: ['teams', 'one', team],
    queryFn: ({ signal }) => api.getTeam({ params: { team }, signal }),
  })
