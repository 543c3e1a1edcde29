import type { PostObject } from '@posthorn/contract'
import { WebSocket } from 'ws'
import type { Server } from '../../session/server.js'

/** The server pings once a minute. A connection that is silent for longer is gone. */
const silentMs = 100_000

/** A post as it arrives, with the names that the event has. */
export type Arrived = { post: PostObject; channel?: string; sender?: string }

export type Listener = { onHello: () => void; onPost: (arrived: Arrived) => void }

/** Listens to live events until the connection ends, or until `signal`. */
export function listenForPosts(
  { url, token }: Server,
  signal: AbortSignal,
  listener: Listener,
): Promise<void> {
  const address = `${url.replace(/^http/, 'ws')}/api/v3/users/websocket`
  const socket = new WebSocket(address, { headers: { authorization: `Bearer ${token}` } })
  return new Promise(resolve => {
    const give = () => socket.terminate()
    let silence = setTimeout(give, silentMs)
    const alive = () => {
      clearTimeout(silence)
      silence = setTimeout(give, silentMs)
    }
    signal.addEventListener('abort', give)
    socket.on('ping', alive)
    socket.on('message', data => {
      alive()
      react(String(data), listener)
    })
    socket.on('error', () => {}) // 'close' follows
    socket.on('close', () => {
      clearTimeout(silence)
      signal.removeEventListener('abort', give)
      resolve()
    })
  })
}

/** New posts and changed ones are shown. Other events are ignored. */
function react(text: string, { onHello, onPost }: Listener): void {
  const { event, data = {} } = JSON.parse(text)
  if (event === 'hello') onHello()
  if (event !== 'posted' && event !== 'post_edited') return
  onPost({ post: JSON.parse(data.post), channel: data.channel_name, sender: data.sender_name })
}
