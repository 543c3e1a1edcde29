import { once } from 'node:events'
import { setInterval as every } from 'node:timers/promises'
import WebSocket from 'ws'
import type { Target } from './attack.js'

const socketsPath = '/api/v3/users/websocket'
const floodMs = 20
const challengesATime = 10
const challenge = JSON.stringify({
  seq: 1,
  action: 'authentication_challenge',
  data: { token: 'a'.repeat(26) },
})

/** Five hundred wrong tokens a second, until it is sent away. */
export async function challenges({ port }: Target, from: string, signal: AbortSignal): Promise<void> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${socketsPath}`, { localAddress: from })
  await once(socket, 'open', { signal })
  try {
    for await (const _ of every(floodMs, undefined, { signal })) {
      if (socket.readyState !== WebSocket.OPEN) return
      for (let sent = 0; sent < challengesATime; sent++) socket.send(challenge)
    }
  } finally {
    socket.terminate()
  }
}

/** Somebody with a session who hears of every post and reads nothing. */
export async function deafClient({ port, token }: Target, from: string, signal: AbortSignal): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const socket = new WebSocket(`ws://127.0.0.1:${port}${socketsPath}`, { localAddress: from, headers })
  await once(socket, 'open', { signal })
  socket.pause()
  await once(socket, 'close', { signal }).finally(() => socket.terminate())
}
