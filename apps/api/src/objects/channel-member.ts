import type { ChannelMember } from '@posthorn/db'
import { z } from 'zod'

/** Spec 5.2. What a channel has beyond `msg_count` posts is unread. */
export const ChannelMemberObject = z.object({
  channel_id: z.string(),
  user_id: z.string(),
  roles: z.string(),
  last_viewed_at: z.number(),
  msg_count: z.number(),
  mention_count: z.number(),
  notify_props: z.record(z.string(), z.string()),
  last_update_at: z.number(),
})
export type ChannelMemberObject = z.infer<typeof ChannelMemberObject>

const notifyDefaults = { desktop: 'default', email: 'default', push: 'default', mark_unread: 'all' }

export function channelMemberObject(member: ChannelMember): ChannelMemberObject {
  return {
    channel_id: member.channelId,
    user_id: member.userId,
    roles: member.roles,
    last_viewed_at: member.lastViewedAt,
    msg_count: member.msgCount,
    mention_count: member.mentionCount,
    notify_props: { ...notifyDefaults, ...member.notifyProps },
    last_update_at: member.lastUpdateAt,
  }
}
