import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { type ClientOptions, WebSocket } from 'ws'

export type Heard = {
  event?: string
  seq?: number
  data: Record<string, string>
  broadcast: Record<string, unknown>
  status?: string
  seq_reply?: number
  error?: { id: string }
}

export type Listener = Awaited<ReturnType<typeof openListener>>

/** A client's live connection and what it has heard so far; ended with the test. */
export async function openListener(url: string, options: ClientOptions = {}) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/v3/users/websocket`, options)
  const heard: Heard[] = []
  socket.on('message', data => heard.push(JSON.parse(String(data))))
  const closed = new Promise<number>(resolve => socket.on('close', resolve))
  onTestFinished(() => socket.terminate())
  await once(socket, 'open')
  return {
    socket,
    heard,
    closed,
    say: (request: unknown) => socket.send(typeof request === 'string' ? request : JSON.stringify(request)),
    /** The messages of the posts that were told of. */
    messages: () =>
      heard.filter(({ event }) => event === 'posted').map(({ data }) => JSON.parse(data.post ?? '').message),
  }
}

export const withToken = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
