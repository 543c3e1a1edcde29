import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { withToken } from './listener.js'

type Post = { id: string; message: string; update_at: number }

export type Follower = ReturnType<typeof openFollower>

/**
 * Opens a client that follows a channel. When it is disconnected, it connects to the next process and fetches the posts
 * since the last known one. Stores posts by id, and stops at the end of the test.
 */
export function openFollower(urls: string[], token: string, channelPath: string) {
  const posts = new Map<string, string>()
  let comings = 0
  let live = 0
  let knownMs = Date.now()
  let socket: WebSocket | undefined
  /** Holds the sockets that have caught up: on others, missed posts are older than live ones. */
  const caughtUp = new WeakSet<WebSocket>()
  let over = false

  const keep = ({ id, message, update_at }: Post, isKnownUntilThen = true) => {
    posts.set(id, message)
    if (isKnownUntilThen) knownMs = Math.max(knownMs, update_at)
  }
  const catchUp = async (url: string, coming: WebSocket) => {
    const answer = await fetch(`${url}/api/v3${channelPath}/posts/since/${knownMs}`, withToken(token))
    const list = (await answer.json()) as { posts: Record<string, Post> }
    for (const post of Object.values(list.posts)) keep(post)
    caughtUp.add(coming)
  }
  const come = () => {
    if (over) return
    const url = urls[comings++ % urls.length] ?? ''
    const coming = new WebSocket(`${url.replace('http', 'ws')}/api/v3/users/websocket`, withToken(token))
    socket = coming
    coming.on('error', () => {}) // a close follows
    coming.on('close', () => setImmediate(come))
    coming.on('message', data => {
      const { event, data: received } = JSON.parse(String(data))
      if (event === 'hello') catchUp(url, coming).catch(() => coming.terminate())
      if (event !== 'posted') return
      live++
      keep(JSON.parse(received.post), caughtUp.has(coming))
    })
  }
  come()
  onTestFinished(() => {
    over = true
    socket?.terminate()
  })
  return {
    /** Returns how many times it connected. */
    comings: () => comings,
    /** Returns how many posts arrived live, repeats included. */
    received: () => live,
    /** Returns the posts in the order of their ids. */
    posts: () => [...posts].toSorted(([a], [b]) => (a < b ? -1 : 1)),
  }
}
