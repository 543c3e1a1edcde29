import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { type ClientOptions, WebSocket } from 'ws'

export type ReceivedMessage = {
  event?: string
  seq?: number
  data: Record<string, string>
  broadcast: Record<string, unknown>
  status?: string
  seq_reply?: number
  error?: { id: string }
}

export type Listener = Awaited<ReturnType<typeof openListener>>

/** Opens a client's live connection and collects its messages; closed at the end of the test. */
export async function openListener(url: string, options: ClientOptions = {}) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/v3/users/websocket`, options)
  const received: ReceivedMessage[] = []
  socket.on('message', data => received.push(JSON.parse(String(data))))
  const closed = new Promise<number>(resolve => socket.on('close', resolve))
  onTestFinished(() => socket.terminate())
  await once(socket, 'open')
  return {
    socket,
    received,
    closed,
    send: (request: unknown) => socket.send(typeof request === 'string' ? request : JSON.stringify(request)),
    /** Returns the texts of the posts received so far. */
    messages: () =>
      received
        .filter(({ event }) => event === 'posted')
        .map(({ data }) => JSON.parse(data.post ?? '').message),
  }
}

export const withToken = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
