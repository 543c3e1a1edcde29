import { defaultPrefix, openPresence, type Redis } from '@posthorn/queue'
import { newId } from '@posthorn/server'
import type { Connection, Owner } from './connection.js'

/** Shares which users have a connection between processes. */
export type Online = {
  join: (connection: Connection, owner: Owner) => void
  leave: (connection: Connection) => void
  /** Returns the users with a connection to any process, or to this one if Redis is not responding. */
  users: () => Promise<Set<string>>
  close: () => void
}

/** Stores this process's connections in `joined`, from which others may remove some. */
export function openOnline(redis: Redis, prefix = defaultPrefix, joined: Set<Connection>): Online {
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
    close: presence.close,
  }
}
