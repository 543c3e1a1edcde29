import { setImmediate as othersFirst } from 'node:timers/promises'
import { type Db, findAnnounced, membersOfChannels } from '@posthorn/db'
import { connectionsByGroup } from './audience.js'
import { type Connection, frameOf } from './connection.js'
import { postedEvent } from './posted.js'

const maxPostsRead = 500
/** Bytes that are written before the sockets are flushed, so that only slow readers fall behind. */
const maxWrittenAtOnce = 64 * 1024

/** Sends each connection the posts that are in a channel of its user. */
export async function tellPosts(db: Db, connections: Set<Connection>, postIds: string[]): Promise<void> {
  let written = 0
  for (let at = 0; at < postIds.length; at += maxPostsRead) {
    const found = await findAnnounced(db, postIds.slice(at, at + maxPostsRead))
    const inChannels = [...new Set(found.map(({ channel }) => channel.id))]
    const members = await connectionsByGroup(connections, userIds =>
      membersOfChannels(db, inChannels, userIds),
    )
    for (const announced of found) {
      const hearing = members.get(announced.channel.id)
      if (!hearing) continue
      const frame = frameOf(postedEvent(announced))
      for (const connection of hearing) connection.tell(frame)
      written += frame.length
      if (written > maxWrittenAtOnce) {
        written = 0
        await othersFirst()
      }
    }
  }
}
