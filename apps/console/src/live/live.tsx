import { openLiveEvents, type PostObject } from '@posthorn/contract'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '../data/client/api.js'
import { retryFailing } from '../data/client/failures.js'
import { noteLive } from '../data/client/server-status.js'
import { askForHtml, type PostsOf, readPage } from '../data/posts/queries.js'
import { mergeChanges, mergePosts, type PostWindow, type Shown } from '../data/posts/windows.js'
import { checkSession, sessionQuery, useMe } from '../data/session.js'
import { applyEvent } from './apply.js'
import { readEvent, type SocketEvent } from './events.js'

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

/** Most posts to catch up on. Beyond that, the reader scrolls on or jumps to the newest. */
const maxPages = 10

/**
 * Fetches what was missed while the connection was down: new posts of visible channels, then what changed `since`. Other
 * visible data is fetched again, except lists that announce new rows. Invisible data is dropped.
 */
async function recover(client: QueryClient): Promise<void> {
  retryFailing(client)
  client.removeQueries({ queryKey: ['posts'], type: 'inactive' })
  const shown = client.getQueryCache().findAll({ queryKey: ['posts'], type: 'active' })
  await Promise.all([
    ...shown.map(({ queryKey }) => catchUp(client, queryKey)),
    client.invalidateQueries({
      predicate: ({ queryKey, meta }) => queryKey[0] !== 'posts' && !meta?.keepsStill,
    }),
  ])
}

async function catchUp(client: QueryClient, queryKey: readonly unknown[]): Promise<void> {
  const known = client.getQueryData<PostWindow>(queryKey)
  const newest = known?.posts.at(-1)
  if (!known || !newest) return client.invalidateQueries({ queryKey })
  const [, channel, team, shown] = queryKey as ['posts', string, string, Shown]
  const since = Math.max(...known.posts.map(post => post.update_at))
  const params = { team, channel, time: since }
  const changed = Object.values((await api.listPostsSince({ params, query: askForHtml })).posts)
  const of = { team, channel, shown }
  const { posts, isAll } = known.hasNewer ? { posts: [], isAll: false } : await newer(of, newest.id)
  client.setQueryData<PostWindow>(queryKey, window => {
    if (!window) return window
    const merged = mergeChanges(mergePosts(window, posts), shown, changed)
    if (isAll) return { ...merged, hasNewer: false }
    const last = posts.at(-1) ?? newest // there is a gap after it
    return { ...merged, posts: merged.posts.filter(({ id }) => id <= last.id), hasNewer: true }
  })
}

/** Returns the posts after one, page by page. A page may end early, because its bytes are limited. */
async function newer(of: PostsOf, from: string): Promise<{ posts: PostObject[]; isAll: boolean }> {
  const posts: PostObject[] = []
  for (let page = 0; page < maxPages; page++) {
    const next = await readPage(of, posts.at(-1)?.id ?? from, 'after')
    posts.push(...next.posts)
    if (!next.hasMore) return { posts, isAll: true }
  }
  return { posts, isAll: false }
}

const firstWaitMs = 500
const longestWaitMs = 10_000
/** Browsers can't see the server's pings, so the page sends its own. Without a response, the connection is dead. */
const pingEveryMs = 15_000

/** The server's close code for connections without a session. */
const noSession = 1008

type SocketListener = {
  /** Called after `hello`, also after a reconnection. */
  onOpen: () => void
  onEvent: (event: SocketEvent) => void
  /** Called when the connection is lost, and when an attempt fails. */
  onLost: (mayBeLoggedOut: boolean) => void
}

/** Keeps a WebSocket open until the returned function is called. */
function keepSocket(listener: SocketListener): () => void {
  let socket: WebSocket | undefined
  let attempts = 0
  let waiting: ReturnType<typeof setTimeout> | undefined
  let ended = false

  const open = () => {
    clearTimeout(waiting)
    const path = openLiveEvents.route.replace('GET ', '/api/v3')
    const next = new WebSocket(`${location.origin.replace('http', 'ws')}${path}`)
    socket = next
    const stopAsking = askWhetherAlive(next)
    next.onmessage = ({ data }) => {
      const event = readEvent(String(data))
      if (event?.event === 'hello') {
        attempts = 0
        listener.onOpen()
      } else if (event) listener.onEvent(event)
    }
    next.onclose = ({ code }) => {
      stopAsking()
      if (ended || socket !== next) return
      listener.onLost(attempts === 0 || code === noSession)
      waiting = setTimeout(open, Math.min(firstWaitMs * 2 ** attempts++, longestWaitMs))
    }
  }
  const atOnce = () => {
    if (!ended && socket?.readyState === WebSocket.CLOSED) open()
  }
  open()
  window.addEventListener('online', atOnce)
  window.addEventListener('focus', atOnce)
  return () => {
    ended = true
    clearTimeout(waiting)
    window.removeEventListener('online', atOnce)
    window.removeEventListener('focus', atOnce)
    socket?.close()
  }
}

/** Closes a socket whose server has gone silent. */
function askWhetherAlive(socket: WebSocket): () => void {
  let seq = 0
  let answered = true
  socket.addEventListener('message', () => {
    answered = true
  })
  const asking = setInterval(() => {
    if (socket.readyState !== WebSocket.OPEN) return
    if (!answered) return abandon(socket)
    answered = false
    socket.send(JSON.stringify({ seq: ++seq, action: 'ping' }))
  }, pingEveryMs)
  return () => clearInterval(asking)
}

/** On a dead connection, `close` would wait for the server. */
function abandon(socket: WebSocket): void {
  const { onclose } = socket
  socket.onclose = null
  socket.close()
  onclose?.call(socket, new CloseEvent('close'))
}
