import { type ChannelMemberObject, type ChannelObject, maxPageSize } from '@posthorn/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from './client/api.js'

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

/** The team's public channels that the user has not joined. */
export const joinableChannelsQuery = (team: string) =>
  queryOptions({
    queryKey: ['joinable', team],
    queryFn: async ({ signal }) => {
      const channels: ChannelObject[] = []
      let page: ChannelObject[]
      do {
        const params = { team, offset: channels.length, limit: maxPageSize }
        page = await api.listJoinableChannels({ params, signal })
        channels.push(...page)
      } while (page.length === maxPageSize)
      return channels
    },
  })
