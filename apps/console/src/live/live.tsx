import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { noteLive } from '../data/client/server-status.js'
import { checkSession, sessionQuery, useMe } from '../data/session.js'
import { applyEvent } from './apply.js'
import type { SocketEvent } from './events.js'
import { recover } from './recover.js'
import { keepSocket } from './socket.js'

const listeners = new Set<(event: SocketEvent) => void>()

/** Maintains the page's WebSocket while a user is logged in, and keeps cached data current. */
export function LiveUpdates() {
  const client = useQueryClient()
  const { id: me } = useMe()
  const { data: user } = useQuery(sessionQuery)
  const isLoggedIn = Boolean(user)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (!isLoggedIn) return noteLive('not yet')
    return keepSocket({
      onOpen: () => {
        noteLive('open')
        if (wasOpen.current) void recover(client)
        wasOpen.current = true
      },
      onEvent: event => {
        applyEvent(client, me, event)
        for (const listener of listeners) listener(event)
      },
      onLost: mayBeLoggedOut => {
        noteLive('lost')
        if (mayBeLoggedOut) void checkSession(client)
      },
    })
  }, [client, me, isLoggedIn])
  return null
}

/** Subscribes to events while the component is mounted. Cached data is updated first. */
export function useLiveEvents(onEvent: (event: SocketEvent) => void): void {
  const latest = useRef(onEvent)
  latest.current = onEvent
  useEffect(() => {
    const listener = (event: SocketEvent) => latest.current(event)
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [])
}
