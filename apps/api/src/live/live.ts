import { type Db, type Settings, sessionsAlive } from '@posthorn/db'
import {
  type LiveEvent,
  type LiveNews,
  liveNews,
  publish,
  type Redis,
  subscribe,
  withTimeout,
} from '@posthorn/queue'
import { audience } from './audience.js'
import { type Connection, closing, frameOf, type Owner } from './connection.js'
import { openOnline } from './online.js'
import { tellPosts } from './tell-posts.js'
import { inTurns } from './turns.js'

/** Events that wait for Postgres to say whom they are for. Beyond it clients do better to read pages. */
const maxPending = 2000
const checkSessionsEveryMs = 30_000
/** A Redis that is there answers by then, and the first clients need not come back. */
const patienceMs = 1000

/** Live events to the sockets of this process, heard from all processes. Nothing here waits or fails. */
export type Live = {
  /** From now on this connection is its owner's. */
  join: (connection: Connection, owner: Owner) => void
  leave: (connection: Connection) => void
  /** Tells all processes. */
  tell: (...events: LiveEvent[]) => void
  /** Tells all processes of posts that this one stored. */
  posted: (postIds: string[]) => void
  /** The users who have a connection, to any process; to this one where Redis does not answer. */
  online: () => Promise<Set<string>>
  /** Closes the sockets of a session, in all processes. */
  sessionEnded: (sessionId: string) => void
  /** Closes the sockets in this process whose sessions are good for nothing now: for when a switch was turned. */
  check: () => void
  close: () => void
}

export type LiveOptions = {
  prefix?: string
  /** How often it is looked for sessions that ended without a word: expired ones, and when the word was lost. */
  checkSessionsEveryMs?: number
  /** Whether apps may have live events just now; they may when absent. */
  settings?: () => Pick<Settings, 'EnableOAuthServiceProvider'>
}

/**
 * Hears from the bus and tells the sockets. The bus may lose what it carries: when its line breaks, or more comes than
 * can be told, every socket is closed, and its client comes back and asks for what it missed with `since`.
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
    tooMany: () => dropAll(closing.later, 'more events than can be told: read on with since'),
    failed: () => dropAll(closing.restart, 'the database does not answer: read on with since'),
  })

  const sessions = sessionsOf(db, joined, options.settings)
  const check = () => enqueue(sessions.check)
  const checking = setInterval(check, options.checkSessionsEveryMs ?? checkSessionsEveryMs).unref()

  const hear = (news: LiveNews) => {
    if ('posts' in news) enqueue(() => tellPosts(db, joined, news.posts))
    else if ('event' in news) enqueue(() => send(db, joined, news.event))
    else if ('endedSession' in news) sessions.end(({ sessionId }) => sessionId === news.endedSession)
    else lost()
  }
  const lost = () => dropAll(closing.restart, 'events may have been lost: read on with since')
  const line = subscribe(redis, liveNews, hear, options.prefix, lost)
  await withTimeout(line.ready, patienceMs, undefined)

  const online = openOnline(redis, options.prefix, joined)
  const say = announcer(redis, options.prefix)
  return {
    join: online.join,
    leave: online.leave,
    online: online.users,
    tell: (...events) => {
      for (const event of events) say({ event })
    },
    posted: posts => say({ posts }),
    sessionEnded: endedSession => say({ endedSession }),
    check,
    close: () => {
      clearInterval(checking)
      dropAll(closing.restart, 'this process is stopping')
      line.close()
      online.close()
    },
  }
}

async function send(db: Db, joined: Set<Connection>, event: LiveEvent): Promise<void> {
  const { omit_users } = event.broadcast
  const frame = frameOf(event)
  for (const connection of await audience(db, joined, event))
    if (!omit_users?.[connection.owner?.userId ?? '']) connection.tell(frame)
}

/** Closes the sockets of sessions that have ended: when it is told, and when it looks. */
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

/** Tells all processes; what Redis did not take is told as lost as soon as it takes something again. */
function announcer(redis: Redis, prefix: string | undefined): (news: LiveNews) => void {
  let silenced = false
  const say = (news: LiveNews) => publish(redis, liveNews, news, prefix, publishFailed)
  const publishFailed = () => {
    if (silenced) return
    silenced = true
    redis.once('ready', () => {
      silenced = false
      say({ unsaid: true })
    })
  }
  return say
}
