import { type Db, findAnnounced, membersOfChannels, sessionsAlive } from '@posthorn/db'
import { announce, type LiveEvent, type LiveNews, listen, liveNews, type Redis } from '@posthorn/queue'
import { among, audience } from './audience.js'
import { type Connection, closing, type Owner } from './connection.js'
import { postedEvent } from './posted.js'

/** Events that wait for Postgres to say whom they are for. Beyond it clients do better to read pages. */
const maxPending = 2000
const maxPostsAtOnce = 500
const checkSessionsEveryMs = 30_000

/** Live events to the sockets of this process, heard from all processes. */
export type Live = {
  /** From now on this connection is its owner's. */
  join: (connection: Connection, owner: Owner) => void
  leave: (connection: Connection) => void
  /** Tells all processes. */
  tell: (event: LiveEvent) => void
  /** Tells all processes of posts that this one stored. */
  posted: (postIds: string[]) => void
  /** Closes the sockets of a session, in all processes. */
  sessionEnded: (sessionId: string) => void
  close: () => Promise<void>
}

/**
 * Hears from the bus and tells the sockets. The bus may lose what it carries: when its line breaks, or more comes than
 * can be told, every socket is closed, and its client comes back and asks for what it missed with `since`.
 */
export function openLive(db: Db, redis: Redis, prefix?: string): Live {
  const joined = new Set<Connection>()
  let pending: Promise<void> = Promise.resolve()
  let waiting = 0

  const dropAll = (code: number, reason: string) => {
    for (const connection of joined) connection.close(code, reason)
    joined.clear()
  }
  /** One after another, so that a channel's events keep their order. */
  const inTurn = (work: () => Promise<void>) => {
    if (joined.size === 0) return
    if (waiting >= maxPending)
      return dropAll(closing.later, 'more events than can be told: read on with since')
    waiting++
    const done = () => {
      waiting--
    }
    const failed = () => {
      done()
      dropAll(closing.restart, 'the database does not answer: read on with since')
    }
    pending = pending.then(work).then(done, failed)
  }

  const sendPosted = async (postIds: string[]) => {
    for (let at = 0; at < postIds.length; at += maxPostsAtOnce) {
      const found = await findAnnounced(db, postIds.slice(at, at + maxPostsAtOnce))
      const inChannels = [...new Set(found.map(({ channel }) => channel.id))]
      const members = await among(joined, userIds => membersOfChannels(db, inChannels, userIds))
      for (const announced of found)
        for (const connection of members.get(announced.channel.id) ?? [])
          connection.tell(postedEvent(announced))
    }
  }

  const send = async (event: LiveEvent) => {
    const { omit_users } = event.broadcast
    for (const connection of await audience(db, joined, event))
      if (!omit_users?.[connection.owner?.userId ?? '']) connection.tell(event)
  }

  const endSession = (isEnded: (sessionId: string) => boolean) => {
    for (const connection of joined)
      if (connection.owner && isEnded(connection.owner.sessionId)) {
        joined.delete(connection)
        connection.close(closing.forbidden, 'the session has ended')
      }
  }
  const checkSessions = () =>
    inTurn(async () => {
      const ids = [...joined].flatMap(({ owner }) => (owner ? [owner.sessionId] : []))
      const alive = await sessionsAlive(db, ids, Date.now())
      endSession(id => ids.includes(id) && !alive.has(id))
    })
  const checking = setInterval(checkSessions, checkSessionsEveryMs).unref()

  const hear = (news: LiveNews) => {
    if ('posts' in news) inTurn(() => sendPosted(news.posts))
    else if ('event' in news) inTurn(() => send(news.event))
    else endSession(ended => ended === news.endedSession)
  }
  const lost = () => dropAll(closing.restart, 'events may have been lost: read on with since')
  const line = listen(redis, liveNews, hear, prefix, lost)

  const say = (news: LiveNews) => announce(redis, liveNews, news, prefix)
  return {
    join: (connection, owner) => {
      connection.owner = owner
      joined.add(connection)
    },
    leave: connection => void joined.delete(connection),
    tell: event => say({ event }),
    posted: posts => say({ posts }),
    sessionEnded: endedSession => say({ endedSession }),
    close: async () => {
      clearInterval(checking)
      dropAll(closing.restart, 'this process is stopping')
      await line.close()
    },
  }
}
