import { type IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** A WebSocket request's socket, and the bytes that already arrived after its headers. */
export type Upgrade = { socket: Socket; head: Buffer; release: () => void }

/** Beyond this, Node silently drops headers, and one of them may be the body's length. */
const mostHeaders = 1000
/** The connection is closed if the client has not read the refusal by then. */
const refusalMs = 10_000

/**
 * Server options that limit the `upgrade` event to WebSocket requests. Older versions of Node ignore them and emit the event
 * for every upgrade once there is a listener.
 */
export const upgradeOptions = {
  shouldUpgradeCallback(this: Server, request: IncomingMessage): boolean {
    return this.listenerCount('upgrade') > 0 && asksForWebsocket(request)
  },
}

/**
 * Handles the server's `upgrade` event, for WebSocket requests on `path`. Such a request passes Fastify's hooks and reaches
 * its route, which either takes over the socket with `release` or responds, which closes the connection. The `Upgrade` of
 * every other request is ignored (RFC 9110, 7.8). A server for which this is not called ignores all of them.
 */
export function ownUpgrades(
  app: FastifyInstance,
  path: string,
): (request: IncomingMessage) => Upgrade | undefined {
  const asked = new WeakMap<IncomingMessage, Upgrade>()
  app.server.on('upgrade', (request, stream, head) => {
    const socket = stream as Socket
    const [wanted] = request.url?.split('?', 1) ?? []
    if (wanted?.replaceAll(/\/{2,}/g, '/') !== path || !asksForWebsocket(request))
      return asOrdinary(app.server, request, socket, head)
    const response = new ServerResponse(request)
    const destroy = () => socket.destroy()
    const release = () => {
      takenOver.add(socket)
      response.detachSocket(socket)
      socket.setTimeout(0).off('timeout', destroy).off('error', destroy)
    }
    asked.set(request, { socket, head, release })
    socket.setTimeout(refusalMs).on('timeout', destroy).on('error', destroy)
    response.shouldKeepAlive = false
    response.assignSocket(socket)
    response.on('finish', () => socket.destroySoon())
    app.routing(request, response)
  })
  return request => asked.get(request)
}

const takenOver = new WeakSet<Socket>()

/** Returns whether a socket now belongs to a WebSocket. */
export function isTakenOver(socket: Socket): boolean {
  return takenOver.has(socket)
}

function asksForWebsocket({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket'
}

/** Returns the connection to HTTP, with the request's own bytes except its upgrade headers. */
function asOrdinary(server: Server, request: IncomingMessage, socket: Socket, head: Buffer): void {
  if (request.rawHeaders.length >= 2 * mostHeaders) return void socket.destroy()
  const text = `${request.method} ${request.url} HTTP/${request.httpVersion}\r\n${headersOf(request)}\r\n`
  socket.unshift(Buffer.concat([Buffer.from(text, 'latin1'), head]))
  server.emit('connection', socket)
}

/** A client that wanted a WebSocket cannot use the connection after the response, so it is closed. */
function headersOf(request: IncomingMessage): string {
  const last = asksForWebsocket(request) ? 'Connection: close\r\n' : ''
  const lines = request.rawHeaders.flatMap((name, index, all) => {
    const lower = name.toLowerCase()
    if (index % 2 === 1 || lower === 'upgrade' || lower === 'http2-settings') return []
    const value = all[index + 1] ?? ''
    if (lower !== 'connection') return [`${name}: ${value}\r\n`]
    const kept = value.split(',').filter(token => !/^(upgrade|http2-settings)$/i.test(token.trim()))
    return kept.length > 0 && last === '' ? [`${name}: ${kept.join(',')}\r\n`] : []
  })
  return lines.join('') + last
}
