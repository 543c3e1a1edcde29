import { z } from 'zod'

/** A channel. Direct channels have no team and no display name. Their name consists of both user IDs. */
export const ChannelObject = z
  .object({
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
  .meta({ id: 'Channel' })
export type ChannelObject = z.infer<typeof ChannelObject>

/** A page of channels. */
export const ChannelPage = z.object({
  channels: z.array(ChannelObject),
  next: z.string().describe('Cursor of the next page, or empty.'),
  total: z.number().describe('Total number of matches.'),
})

/** A membership. Posts of the channel beyond `msg_count` are unread. */
export const ChannelMemberObject = z
  .object({
    channel_id: z.string(),
    user_id: z.string(),
    roles: z.string(),
    last_viewed_at: z.number(),
    msg_count: z.number(),
    mention_count: z.number(),
    notify_props: z.record(z.string(), z.string()),
    last_update_at: z.number(),
  })
  .meta({ id: 'ChannelMember' })
export type ChannelMemberObject = z.infer<typeof ChannelMemberObject>
