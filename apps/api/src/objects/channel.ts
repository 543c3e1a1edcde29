import type { Channel } from '@posthorn/db'
import { z } from 'zod'

/** Spec 5.2. A direct channel has no team and no display name; its name is the two user ids. */
export const ChannelObject = z.object({
  id: z.string(),
  create_at: z.number(),
  update_at: z.number(),
  delete_at: z.number(),
  team_id: z.string(),
  type: z.enum(['O', 'P', 'D']),
  display_name: z.string(),
  name: z.string(),
  header: z.string(),
  purpose: z.string(),
  last_post_at: z.number(),
  total_msg_count: z.number(),
  extra_update_at: z.number(),
  creator_id: z.string(),
})
export type ChannelObject = z.infer<typeof ChannelObject>

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
