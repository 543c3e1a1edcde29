import type { ChannelMemberObject } from '@posthorn/contract'
import type { ChannelMember } from '@posthorn/db'

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
