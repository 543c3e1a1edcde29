import type { ChannelMemberObject, ChannelObject } from '@posthorn/contract'
import { useQuery } from '@tanstack/react-query'
import { useContext, useMemo } from 'react'
import { channelsQuery, membershipsQuery } from './channels.js'
import { CurrentTeam } from './teams.js'

/** A channel in the sidebar. `badge` counts what addresses the user. A muted channel draws attention only by its badge. */
export type SidebarChannel = { channel: ChannelObject; isUnread: boolean; isMuted: boolean; badge: number }

export function isMuted(member: ChannelMemberObject | undefined): boolean {
  return member?.notify_props.mark_unread === 'mention'
}

/** Counts what is unread in a channel. In direct channels, everything counts as a mention. */
export function unreadOf(channel: ChannelObject, member: ChannelMemberObject | undefined): SidebarChannel {
  if (!member) return { channel, isUnread: false, isMuted: false, badge: 0 }
  const unread = Math.max(0, channel.total_msg_count - member.msg_count)
  const badge = channel.type === 'D' ? Math.max(unread, member.mention_count) : member.mention_count
  return { channel, isUnread: unread > 0 || badge > 0, isMuted: isMuted(member), badge }
}

/** The user's channels in the current team with unread counts; undefined until loaded. */
export function useSidebarChannels(): SidebarChannel[] | undefined {
  const team = useContext(CurrentTeam)
  const enabled = team !== undefined
  const { data: channels } = useQuery({ ...channelsQuery(team?.id ?? ''), enabled })
  const { data: members } = useQuery({ ...membershipsQuery(team?.id ?? ''), enabled })
  return useMemo(
    () => channels?.map(channel => unreadOf(channel, members?.[channel.id])),
    [channels, members],
  )
}

/** Counts mentions in the current team, and says whether channels that are not muted have unread posts. */
export function useUnread(): { mentions: number; isUnread: boolean } {
  const channels = useSidebarChannels() ?? []
  return {
    mentions: channels.reduce((sum, { badge }) => sum + badge, 0),
    isUnread: channels.some(({ isUnread, isMuted }) => isUnread && !isMuted),
  }
}
