import { type ChannelMemberObject, type ChannelObject, maxChannelsPerPage } from '@posthorn/contract'
import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from './client/api.js'

/** Everybody in a team is in this channel, and the first hook posts there. */
export const firstChannelName = 'town-square'

/** The user's channels in a team, and direct channels. */
export const channelsQuery = (team: string) =>
  queryOptions({
    queryKey: ['channels', team],
    queryFn: ({ signal }) => api.listChannels({ params: { team }, signal }),
  })

/** The user's memberships, by channel: read position and mentions. */
export const membershipsQuery = (team: string) =>
  queryOptions({
    queryKey: ['memberships', team],
    queryFn: async ({ signal }): Promise<Record<string, ChannelMemberObject>> => {
      const members = await api.listChannelMemberships({ params: { team }, signal })
      return Object.fromEntries(members.map(member => [member.channel_id, member]))
    },
  })

/** Channels of a list: to join, to restore, or to post to. */
export type ChannelList = 'joinable' | 'archived' | 'readable'

type WantedChannels = { team: string; which: ChannelList; search: string }

/** A team's channels that match a search, in pages. */
export const channelsFoundQuery = ({ team, which, search }: WantedChannels) =>
  infiniteQueryOptions({
    queryKey: ['found channels', team, which, search],
    initialPageParam: '',
    queryFn: ({ signal, pageParam: cursor }) =>
      api.searchChannels({
        params: { team },
        query: { which, search, cursor, limit: maxChannelsPerPage },
        signal,
      }),
    getNextPageParam: ({ next }) => next || undefined,
    placeholderData: keepPreviousData, // while the user types
  })

/** A channel that the user can join or post to, by id or name; null if there is none. */
export const oneChannelQuery = (team: string, which: ChannelList, channel: string) =>
  queryOptions({
    queryKey: ['found channels', team, which, 'one', channel],
    queryFn: async ({ signal }) => {
      const { channels } = await api.searchChannels({ params: { team }, query: { which, channel }, signal })
      return channels.find(({ id, name }) => id === channel || name === channel) ?? null
    },
  })

/** Refetches the lists of channels, and the members of those that the user is still in: the others may be refused. */
export async function refetchChannelLists(client: QueryClient): Promise<void> {
  const lists = ['channels', 'memberships', 'found channels']
  await Promise.all(lists.map(list => client.invalidateQueries({ queryKey: [list] })))
  const known = client.getQueriesData<ChannelObject[]>({ queryKey: ['channels'] })
  const ids = new Set<unknown>(known.flatMap(([, channels]) => channels ?? []).map(({ id }) => id))
  const isOfKnown = ({ queryKey: [, channel] }: { queryKey: readonly unknown[] }) => ids.has(channel)
  await client.invalidateQueries({ queryKey: ['channel users'], predicate: isOfKnown })
}
