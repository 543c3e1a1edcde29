import { setImmediate as othersFirst } from 'node:timers/promises'
import {
  type Announced,
  type Db,
  findAnnounced,
  findChangedPosts,
  findThreads,
  membersOfChannels,
  type ThreadSummary,
} from '@posthorn/db'
import type { ErasedNews, LiveEvent } from '@posthorn/queue'
import { postObject } from '../objects/post-object.js'
import { connectionsByGroup } from './audience.js'
import { type Connection, frameOf } from './connection.js'
import { postDeleted, postEdited, threadOfReply } from './events.js'

/** Returns the event of a new post: the post and its mentions are JSON within JSON. */
function postedEvent(
  { post, channel, username, mentioned }: Announced,
  thread: ThreadSummary | undefined,
): LiveEvent {
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
      ...filesOf(post),
      ...threadOfReply(post, thread),
    },
    broadcast: { user_id: '', channel_id: channel.id, team_id: '', omit_users: null },
  }
}

/** Tells clients of the reference which icon a notification gets. */
function filesOf({ files = [] }: Announced['post']): Record<string, string> {
  if (files.length === 0) return {}
  return { otherFile: 'true', ...(files.some(({ type }) => type.startsWith('image/')) && { image: 'true' }) }
}

/** Returns the name that a hook's post shows. */
function senderOf({ from_webhook, override_username }: Record<string, unknown>): string | undefined {
  return from_webhook === 'true' && typeof override_username === 'string' ? override_username : undefined
}

const maxPostsRead = 500
/** Bytes that are written before the sockets are flushed, so that only slow readers fall behind. */
const maxWrittenAtOnce = 64 * 1024

type ReadEvents<Item = string> = (db: Db, posts: Item[]) => Promise<LiveEvent[]>

/** Returns the events of new posts. A reply's event has the state of its thread. */
export const newPosts: ReadEvents = async (db, postIds) => {
  const found = await findAnnounced(db, postIds)
  const rootIds = found.map(({ post }) => post.rootId).filter(id => id !== '')
  const threads = await findThreads(db, [...new Set(rootIds)])
  return found.map(announced => postedEvent(announced, threads.get(announced.post.rootId)))
}

/** Returns the events of posts that a worker edited or deleted. */
export const changedPosts: ReadEvents = async (db, postIds) => {
  const posts = await findChangedPosts(db, postIds)
  const deleted = posts.filter(({ deleteAt, rootId }) => deleteAt > 0 && rootId !== '')
  const threads = await findThreads(db, [...new Set(deleted.map(({ rootId }) => rootId))])
  return posts.map(post =>
    post.deleteAt > 0 ? postDeleted(post, threads.get(post.rootId)) : postEdited(post),
  )
}

/** Returns the events of posts whose rows are gone. They look as if somebody had deleted the posts. */
export const erasedPosts: ReadEvents<ErasedNews[number]> = async (db, erased) => {
  const rootIds = erased.map(({ rootId }) => rootId).filter(id => id !== '')
  const threads = await findThreads(db, [...new Set(rootIds)])
  const deleteAt = Date.now()
  return erased.map(post =>
    postDeleted({ ...withoutContent, ...post, updateAt: deleteAt, deleteAt }, threads.get(post.rootId)),
  )
}

const withoutContent = {
  createAt: 0,
  editAt: 0,
  userId: '',
  originalId: '',
  message: '',
  type: '',
  props: {},
}

/** Sends each connection the events of posts in channels of its user. */
export async function sendPosts<Item>(
  db: Db,
  connections: Set<Connection>,
  posts: Item[],
  readEvents: ReadEvents<Item>,
): Promise<void> {
  let written = 0
  for (let at = 0; at < posts.length; at += maxPostsRead) {
    const events = await readEvents(db, posts.slice(at, at + maxPostsRead))
    const inChannels = [...new Set(events.map(({ broadcast }) => broadcast.channel_id))]
    const members = await connectionsByGroup(connections, userIds =>
      membersOfChannels(db, inChannels, userIds),
    )
    for (const event of events) {
      const receivers = members.get(event.broadcast.channel_id)
      if (!receivers) continue
      const frame = frameOf(event)
      for (const connection of receivers) connection.send(frame)
      written += frame.length
      if (written > maxWrittenAtOnce) {
        written = 0
        await othersFirst()
      }
    }
  }
}
