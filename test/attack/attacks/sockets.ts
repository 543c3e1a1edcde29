import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** Returns an address of loopback's millions, so that each attack has its own, and limits by address can distinguish them. */
export const address = (last: number) => `127.0.66.${last}`

/** Opens a connection that stays half open when the product closes its side. Ignores its errors. */
export function openSocket(port: number, localAddress: string): Socket {
  const socket = connect({ host: '127.0.0.1', port, localAddress, allowHalfOpen: true })
  return socket.on('error', () => {})
}

/** Resolves when the product has closed its side or the connection broke, after `withinMs` at the latest. */
export async function closedWithin(socket: Socket, withinMs: number): Promise<'closed' | 'open'> {
  const patience = new AbortController()
  const { signal } = patience
  let state: 'closed' | 'open' = 'open'
  const close = () => {
    state = 'closed'
    patience.abort()
  }
  socket.once('end', close).once('close', close)
  await delay(withinMs, undefined, { signal }).catch(() => {})
  if (!signal.aborted) await new Promise(setImmediate) // reads first what arrived while this process had no core
  socket.off('end', close).off('close', close)
  return state
}

/** Returns a request's head, with a blank line at its end. */
export function head(line: string, headers: Record<string, string | number>): string {
  const lines = Object.entries({ Host: '127.0.0.1', ...headers }).map(([name, value]) => `${name}: ${value}`)
  return [`${line} HTTP/1.1`, ...lines, '', ''].join('\r\n')
}

export const upgradeHeaders = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': 13,
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
}
