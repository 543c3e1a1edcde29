import { type IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** A request that asks for a WebSocket, its socket, and what came behind its head already. */
export type Upgrade = { socket: Socket; head: Buffer; release: () => void }

/** Of how many headers a request may have, Node drops the rest without a word: one of them may be the body's length. */
const mostHeaders = 1000
/** A refusal that is not taken by then is given up. */
const refusalMs = 10_000

/**
 * Options of a server: with these a Node that knows them asks for an `upgrade` event only where a WebSocket is wanted;
 * an older one sends all upgrades there once anybody listens.
 */
export const upgradeOptions = {
  shouldUpgradeCallback(this: Server, request: IncomingMessage): boolean {
    return this.listenerCount('upgrade') > 0 && asksForWebsocket(request)
  },
}

/**
 * Makes this server's one owner of `upgrade`, for GET on `path`. Such a request goes through Fastify's hooks and to its
 * route, which takes the socket over with `release`, or answers: then the socket is ended with the answer. Every other
 * request is answered as if it had not asked, as RFC 9110 (7.8) has it; a server without an owner does that by itself.
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

/** Whether a socket is a WebSocket's, and HTTP's no more. */
export function isTakenOver(socket: Socket): boolean {
  return takenOver.has(socket)
}

function asksForWebsocket({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket'
}

/** Gives the connection back to HTTP, with the request's own bytes but for the wish. */
function asOrdinary(server: Server, request: IncomingMessage, socket: Socket, head: Buffer): void {
  if (request.rawHeaders.length >= 2 * mostHeaders) return void socket.destroy()
  const text = `${request.method} ${request.url} HTTP/${request.httpVersion}\r\n${headersOf(request)}\r\n`
  socket.unshift(Buffer.concat([Buffer.from(text, 'latin1'), head]))
  server.emit('connection', socket)
}

/** Who wanted a WebSocket has no use for the connection after the answer. */
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
