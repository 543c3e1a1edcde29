import type { Announced } from '@posthorn/db'
import type { LiveEvent } from '@posthorn/queue'
import { postObject } from '../objects/post-object.js'

/** Returns the event of a new post: the post and its mentions are JSON within JSON. */
export function postedEvent({ post, channel, username, mentioned }: Announced): LiveEvent {
  return {
    event: 'posted',
    data: {
      post: JSON.stringify(postObject(post, true)),
      channel_type: channel.type,
      channel_display_name: channel.displayName,
      channel_name: channel.name,
      sender_name: senderOf(post.props) ?? username,
      team_id: channel.teamId,
      ...(mentioned.length > 0 && { mentions: JSON.stringify(mentioned) }),
    },
    broadcast: { user_id: '', channel_id: channel.id, team_id: '', omit_users: null },
  }
}

/** Returns the name that a hook's post shows. */
function senderOf({ from_webhook, override_username }: Record<string, unknown>): string | undefined {
  return from_webhook === 'true' && typeof override_username === 'string' ? override_username : undefined
}
