import { type ChannelMemberObject, type ChannelObject, maxPageSize } from '@posthorn/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
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

type PageOf = { team: string; offset: number; limit: number }

async function allPages(
  team: string,
  read: (params: PageOf) => Promise<ChannelObject[]>,
): Promise<ChannelObject[]> {
  const channels: ChannelObject[] = []
  let page: ChannelObject[]
  do {
    page = await read({ team, offset: channels.length, limit: maxPageSize })
    channels.push(...page)
  } while (page.length === maxPageSize)
  return channels
}

/** The team's public channels that the user has not joined. */
export const joinableChannelsQuery = (team: string) =>
  queryOptions({
    queryKey: ['joinable', team],
    queryFn: ({ signal }) => allPages(team, params => api.listJoinableChannels({ params, signal })),
  })

/** The team's archived channels that the user can restore, the latest first. */
export const archivedChannelsQuery = (team: string) =>
  queryOptions({
    queryKey: ['archived', team],
    queryFn: ({ signal }) => allPages(team, params => api.listArchivedChannels({ params, signal })),
  })

/** Refetches the lists of channels. */
export async function refetchChannelLists(client: QueryClient): Promise<void> {
  const lists = ['channels', 'memberships', 'joinable', 'archived', 'channel users']
  await Promise.all(lists.map(list => client.invalidateQueries({ queryKey: [list] })))
}
