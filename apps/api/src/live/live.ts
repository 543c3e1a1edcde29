import { type Db, type ErasedPost, type Settings, sessionsAlive } from '@posthorn/db'
import {
  defaultPrefix,
  type LiveEvent,
  type LiveNews,
  liveNews,
  newsOfErased,
  openPresence,
  publish,
  type Redis,
  subscribe,
  withTimeout,
} from '@posthorn/queue'
import { newId } from '@posthorn/server'
import { audience } from './audience.js'
import { type Connection, closing, frameOf, type Owner } from './connection.js'
import { changedPosts, erasedPosts, newPosts, sendPosts } from './send-posts.js'

/** Events that wait for Postgres to look up their receivers. Beyond this, clients should reload instead. */
const maxPending = 2000
const checkSessionsEveryMs = 30_000
/** Redis usually responds by then, so that the first clients need not reconnect. */
const patienceMs = 1000

/** Sends live events of all processes to the sockets of this one. No method waits or throws. */
export type Live = {
  /** Assigns the connection to its user from now on. */
  join: (connection: Connection, owner: Owner) => void
  leave: (connection: Connection) => void
  /** Returns how many connections of users this process has. */
  connections: () => number
  /** Publishes an event to all processes. */
  publish: (...events: LiveEvent[]) => void
  /** Publishes posts that this process stored to all processes. */
  posted: (postIds: string[]) => void
  /** Publishes posts that this process erased to all processes. */
  erased: (posts: ErasedPost[]) => void
  /** Returns the users with a connection to any process, or to this one if Redis is not responding. */
  online: () => Promise<Set<string>>
  /** Returns the users with a connection to any process, or undefined if Redis is not responding. */
  surelyOnline: () => Promise<Set<string> | undefined>
  /** Closes the sockets of a session in all processes. */
  sessionEnded: (sessionId: string) => void
  /**
   * Closes the sockets in this process whose sessions are no longer valid, for example after a setting
   * changed.
   */
  check: () => void
  close: () => void
}

export type LiveOptions = {
  prefix?: string
  /**
   * How often sessions that ended without a message are looked up: expired ones, and those whose message was
   * lost.
   */
  checkSessionsEveryMs?: number
  /** Whether apps may receive live events; they may by default. */
  settings?: () => Pick<Settings, 'EnableOAuthServiceProvider'>
}

/**
 * Forwards events from the bus to the sockets. The bus may lose messages: after a broken connection or an
 * overflow, every socket is closed, and its client comes back and catches up with `since`.
 */
export async function openLive(db: Db, redis: Redis, options: LiveOptions = {}): Promise<Live> {
  const joined = new Set<Connection>()
  const dropAll = (code: number, reason: string) => {
    for (const connection of joined) connection.close(code, reason)
    joined.clear()
  }
  const enqueue = inTurns({
    isWanted: () => joined.size > 0,
    most: maxPending,
    tooMany: () => dropAll(closing.later, 'too many events are pending: read on with since'),
    failed: () => dropAll(closing.restart, 'the database does not answer: read on with since'),
  })

  const sessions = sessionsOf(db, joined, options.settings)
  const check = () => enqueue(sessions.check)
  const checking = setInterval(check, options.checkSessionsEveryMs ?? checkSessionsEveryMs).unref()

  const onNews = (news: LiveNews) => {
    if ('posts' in news) enqueue(() => sendPosts(db, joined, news.posts, newPosts))
    else if ('edited' in news) enqueue(() => sendPosts(db, joined, news.edited, changedPosts))
    else if ('erased' in news) enqueue(() => sendPosts(db, joined, news.erased, erasedPosts))
    else if ('event' in news) enqueue(() => sendEvent(db, joined, news.event))
    else if ('endedSession' in news) sessions.end(({ sessionId }) => sessionId === news.endedSession)
    else lost()
  }
  const lost = () => dropAll(closing.restart, 'events may have been lost: read on with since')
  const line = subscribe(redis, liveNews, onNews, options.prefix, lost)
  await withTimeout(line.ready, patienceMs, undefined)

  const online = openOnline(redis, options.prefix, joined)
  const publishNews = openPublisher(redis, options.prefix)
  return {
    join: online.join,
    leave: online.leave,
    online: online.users,
    surelyOnline: online.connectedUsers,
    connections: () => joined.size,
    publish: (...events) => events.map(event => ({ event })).forEach(publishNews),
    posted: posts => publishNews({ posts }),
    erased: posts => newsOfErased(posts).forEach(publishNews),
    sessionEnded: endedSession => publishNews({ endedSession }),
    check,
    close: () => {
      clearInterval(checking)
      dropAll(closing.restart, 'this process is stopping')
      line.close()
      online.close()
    },
  }
}

async function sendEvent(db: Db, joined: Set<Connection>, event: LiveEvent): Promise<void> {
  const { omit_users } = event.broadcast
  const frame = frameOf(event)
  for (const connection of await audience(db, joined, event))
    if (!omit_users?.[connection.owner?.userId ?? '']) connection.send(frame)
}

/** Closes the sockets of sessions that have ended, on notification and on a timer. */
function sessionsOf(db: Db, joined: Set<Connection>, settings: LiveOptions['settings']) {
  const end = (isEnded: (owner: Owner) => boolean) => {
    for (const connection of joined)
      if (connection.owner && isEnded(connection.owner)) {
        joined.delete(connection)
        connection.close(closing.forbidden, 'the session has ended')
      }
  }
  const check = async () => {
    end(({ isApp }) => isApp && settings?.().EnableOAuthServiceProvider === false)
    const ids = [...joined].flatMap(({ owner }) => (owner ? [owner.sessionId] : []))
    const alive = await sessionsAlive(db, ids, Date.now())
    end(({ sessionId }) => ids.includes(sessionId) && !alive.has(sessionId))
  }
  return { end, check }
}

/**
 * Publishes to all processes. If Redis rejects a message, the loss is reported as soon as Redis accepts one
 * again.
 */
function openPublisher(redis: Redis, prefix: string | undefined): (news: LiveNews) => void {
  let silenced = false
  const publishNews = (news: LiveNews) => publish(redis, liveNews, news, prefix, publishFailed)
  const publishFailed = () => {
    if (silenced) return
    silenced = true
    redis.once('ready', () => {
      silenced = false
      publishNews({ unsaid: true })
    })
  }
  return publishNews
}

type Turns = (work: () => Promise<void>) => void

type TurnRules = {
  /** Checked before a task is queued and again before it starts. */
  isWanted: () => boolean
  /** How many tasks may wait; further ones are dropped. */
  most: number
  tooMany: () => void
  /** Called when a task throws; the next ones still run. */
  failed: () => void
}

/** Runs tasks one after another in the order of their arrival, so that events keep their order. */
function inTurns({ isWanted, most, tooMany, failed }: TurnRules): Turns {
  let last: Promise<void> = Promise.resolve()
  let waiting = 0
  return work => {
    if (!isWanted()) return
    if (waiting >= most) return tooMany()
    waiting++
    last = last
      .then(() => (isWanted() ? work() : undefined))
      .catch(failed)
      .finally(() => {
        waiting--
      })
  }
}

/** Shares which users have a connection between processes. */
type Online = {
  join: (connection: Connection, owner: Owner) => void
  leave: (connection: Connection) => void
  /** Returns the users with a connection to any process, or to this one if Redis is not responding. */
  users: () => Promise<Set<string>>
  connectedUsers: () => Promise<Set<string> | undefined>
  close: () => void
}

/** Stores this process's connections in `joined`, from which others may remove some. */
function openOnline(redis: Redis, prefix = defaultPrefix, joined: Set<Connection>): Online {
  const ownUsers = () => new Set([...joined].flatMap(({ owner }) => owner?.userId ?? []))
  const presence = openPresence(redis, { prefix, name: newId(), ownUsers })
  return {
    join: (connection, owner) => {
      connection.owner = owner
      joined.add(connection)
      presence.join(owner.userId)
    },
    leave: connection => {
      joined.delete(connection)
      const { userId } = connection.owner ?? {}
      for (const { owner } of joined) if (owner?.userId === userId) return
      if (userId !== undefined) presence.leave(userId)
    },
    users: async () => (await presence.connectedUsers()) ?? ownUsers(),
    connectedUsers: presence.connectedUsers,
    close: presence.close,
  }
}
