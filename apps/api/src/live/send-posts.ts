import { setImmediate as othersFirst } from 'node:timers/promises'
import { type Announced, type Db, findAnnounced, membersOfChannels } from '@posthorn/db'
import type { LiveEvent } from '@posthorn/queue'
import { postObject } from '../objects/post-object.js'
import { connectionsByGroup } from './audience.js'
import { type Connection, frameOf } from './connection.js'

/** Returns the event of a new post: the post and its mentions are JSON within JSON. */
function postedEvent({ post, channel, username, mentioned }: Announced): LiveEvent {
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

const maxPostsRead = 500
/** Bytes that are written before the sockets are flushed, so that only slow readers fall behind. */
const maxWrittenAtOnce = 64 * 1024

/** Sends each connection the posts that are in a channel of its user. */
export async function sendPosts(db: Db, connections: Set<Connection>, postIds: string[]): Promise<void> {
  let written = 0
  for (let at = 0; at < postIds.length; at += maxPostsRead) {
    const found = await findAnnounced(db, postIds.slice(at, at + maxPostsRead))
    const inChannels = [...new Set(found.map(({ channel }) => channel.id))]
    const members = await connectionsByGroup(connections, userIds =>
      membersOfChannels(db, inChannels, userIds),
    )
    for (const announced of found) {
      const receivers = members.get(announced.channel.id)
      if (!receivers) continue
      const frame = frameOf(postedEvent(announced))
      for (const connection of receivers) connection.send(frame)
      written += frame.length
      if (written > maxWrittenAtOnce) {
        written = 0
        await othersFirst()
      }
    }
  }
}
