import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { withToken } from './listener.js'

type Post = { id: string; message: string; update_at: number }

export type Follower = ReturnType<typeof openFollower>

/**
 * A client that follows a channel: whenever it is sent away it comes back, to the next process, and asks for what there was
 * since the last that it knows of. Posts are kept by id. Ended with the test.
 */
export function openFollower(urls: string[], token: string, channelPath: string) {
  const posts = new Map<string, string>()
  let comings = 0
  let live = 0
  let knownMs = Date.now()
  let socket: WebSocket | undefined
  /** Of others, what was missed lies before what is told. */
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
      const { event, data: told } = JSON.parse(String(data))
      if (event === 'hello') catchUp(url, coming).catch(() => coming.terminate())
      if (event !== 'posted') return
      live++
      keep(JSON.parse(told.post), caughtUp.has(coming))
    })
  }
  come()
  onTestFinished(() => {
    over = true
    socket?.terminate()
  })
  return {
    /** How often it came. */
    comings: () => comings,
    /** How many posts it was told of, repeats counted. */
    told: () => live,
    /** In the order of their ids. */
    posts: () => [...posts].toSorted(([a], [b]) => (a < b ? -1 : 1)),
  }
}
