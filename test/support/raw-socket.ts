import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'

/** Opens a TCP connection to a server, destroyed at the end of the test. The test writes the HTTP itself. */
export async function openRawSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}

/** Sends a text and returns the response until the server closes the connection. This end stays open until then. */
export async function sendRaw(port: number, text: string): Promise<string> {
  const socket = await openRawSocket(port)
  socket.write(text)
  return readToEnd(socket)
}

export async function readToEnd(socket: Socket): Promise<string> {
  const parts: Buffer[] = []
  socket.on('data', part => parts.push(part))
  await once(socket, 'close')
  return Buffer.concat(parts).toString('latin1')
}

/** Counts the server's open connections. */
export function countConnections({ server }: FastifyInstance): Promise<number> {
  return new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )
}

/** Returns a request as text. */
export function requestText(line: string, headers: Record<string, string> = {}, body = ''): string {
  const lines = Object.entries({ Host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${line} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

/** The headers with which a WebSocket client begins. */
export const websocketUpgrade = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
}
