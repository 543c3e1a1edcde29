import type { UserObject } from '@posthorn/contract'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './client/api.js'

const usersPerPage = 50

type Wanted = {
  team: string
  channel: string
  /** Members, or users of the team who are not members. */
  which: 'in' | 'out'
  /** Beginnings of names. With one, only the first matches are listed. */
  search: string
}

/** Users inside or outside a channel, by user name. */
export const channelUsersQuery = ({ team, channel, which, search }: Wanted) =>
  infiniteQueryOptions({
    queryKey: ['channel users', channel, which, search],
    initialPageParam: 0,
    queryFn: async ({ signal, pageParam: offset }): Promise<UserObject[]> => {
      if (search === '') {
        const list = which === 'in' ? api.listChannelUsers : api.listUsersNotInChannel
        return Object.values(await list({ params: { team, channel, offset, limit: usersPerPage }, signal }))
      }
      const query = { term: search }
      const found = await api.autocompleteChannelUsers({ params: { team, channel }, query, signal })
      return which === 'in' ? found.in_channel : found.out_of_channel
    },
    getNextPageParam: (last, pages) =>
      search !== '' || last.length < usersPerPage ? undefined : pages.flat().length,
    placeholderData: keepPreviousData, // while the user types
  })

/** A channel's number of members, and its header as HTML. The key contains the header, whose changes are announced. */
export const channelStatsQuery = (team: string, channel: string, header: string) =>
  queryOptions({
    queryKey: ['channel users', channel, 'stats', header],
    queryFn: ({ signal }) =>
      api.getChannelStats({ params: { team, channel }, query: { html: 'true' }, signal }),
    placeholderData: keepPreviousData,
  })
