import type { ChannelMemberObject, ChannelObject, PostObject } from '@posthorn/contract'
import type { QueryClient } from '@tanstack/react-query'

/** Messages about joining and leaving are not counted (docs/behaviour.md, channels). */
const uncounted = new Set([
  'system_join_channel',
  'system_leave_channel',
  'system_add_to_channel',
  'system_remove_from_channel',
])

export function isCounted({ type }: PostObject): boolean {
  return !uncounted.has(type)
}

type Reader = { me: string; isMentioned: boolean }

/** Counts a new post as the server does: for the channel, as a mention, or as read if the user wrote it. */
export function countNewPost(client: QueryClient, post: PostObject, { me, isMentioned }: Reader): void {
  let total: number | undefined
  client.setQueriesData<ChannelObject[]>({ queryKey: ['channels'] }, channels =>
    channels?.map(channel => {
      if (channel.id !== post.channel_id) return channel
      total = channel.total_msg_count + 1
      const last_post_at = Math.max(channel.last_post_at, post.create_at)
      return { ...channel, total_msg_count: total, last_post_at }
    }),
  )
  const isOwn = post.user_id === me && post.props.from_webhook !== 'true'
  if (!isOwn && !isMentioned) return
  client.setQueriesData<Record<string, ChannelMemberObject>>({ queryKey: ['memberships'] }, members => {
    const member = members?.[post.channel_id]
    if (!member) return members
    const counted = isOwn
      ? { ...member, msg_count: total ?? member.msg_count, mention_count: 0 }
      : { ...member, mention_count: member.mention_count + 1 }
    return { ...members, [post.channel_id]: counted }
  })
}
