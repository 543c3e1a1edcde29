import type { ChannelObject } from '@posthorn/contract'
import type { Channel } from '@posthorn/db'

export function channelObject(channel: Channel): ChannelObject {
  return {
    id: channel.id,
    create_at: channel.createAt,
    update_at: channel.updateAt,
    delete_at: channel.deleteAt,
    team_id: channel.teamId,
    type: channel.type,
    display_name: channel.displayName,
    name: channel.name,
    header: channel.header,
    purpose: channel.purpose,
    last_post_at: channel.lastPostAt,
    total_msg_count: channel.totalMsgCount,
    extra_update_at: channel.extraUpdateAt,
    creator_id: channel.creatorId,
  }
}
