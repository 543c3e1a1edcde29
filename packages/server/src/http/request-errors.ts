import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { newId } from '../ids.js'
import type { Log } from '../process/log.js'
import { commonRefusals } from '../refusals/common-refusals.js'
import { callerRequestId } from './caller-ids.js'
import { endDiscarding } from './discard-rest.js'
import { sendRefusal } from './send-refusal.js'

/** Prepares the response to a request, before any route runs. */
export type RequestStep = (request: FastifyRequest, reply: FastifyReply) => void

type ClientError = Error & { code?: string; reason?: string }

const troubles: Record<string, [status: number, detail: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time.'],
  HPE_HEADER_OVERFLOW: [431, 'The headers are larger than this server accepts.'],
}

const lengthHint = ' If the request has a body, send its length in Content-Length.'

/** What to check after an error of the parser that bytes of a body may have caused. */
const hints: Record<string, string> = { HPE_INVALID_METHOD: lengthHint, HPE_CLOSED_CONNECTION: lengthHint }

/**
 * Answers CONNECT with 501 and closes the connection. Node detaches the socket before any route or hook runs, and without
 * a listener it closes the connection without a response.
 */
export function answerConnects(server: Server, versionId: string): void {
  server.on('connect', (_request, stream) => {
    const socket = stream as Socket
    socket.on('error', () => socket.destroy())
    endDiscarding(
      socket,
      answerText(501, 'This server is not a proxy and does not support CONNECT.', versionId),
    )
  })
}

/** Answers malformed or unfinished requests, which no route or hook ever sees, and closes their connections. */
export function answerClientErrors(versionId: string) {
  return (error: ClientError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    // the parser's reason is a full sentence and repeats nothing from the request
    const why = error.reason === undefined ? '.' : `: ${error.reason}.`
    const { code = '' } = error
    const [status, detail] = troubles[code] ?? [400, `Malformed HTTP request${why}${hints[code] ?? ''}`]
    endDiscarding(socket, answerText(status, detail, versionId))
  }
}

function answerText(status: number, detail: string, versionId: string): string {
  const { id, message } = commonRefusals.bad_request
  const request_id = newId()
  const body = JSON.stringify({ id, message, detailed_error: detail, request_id, status_code: status })
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'X-Request-Id': request_id,
    'X-Version-Id': versionId,
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`
}

/**
 * Describes what is wrong with the request's Host header, if anything (RFC 9112, 3.2). Node's own response to a missing one
 * has neither an error object nor an id. Of two, Node uses the first, but a proxy may have used the other.
 */
export function wrongHost({ headers, httpVersion, rawHeaders }: IncomingMessage): string | undefined {
  if (headers.host === undefined) return httpVersion === '1.1' ? 'The Host header is missing.' : undefined
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (isHost(rawHeaders[at])) hosts++
  return hosts > 1 ? 'The Host header occurs more than once.' : undefined
}

/** Compares the length first because this runs for every header of every request. */
const isHost = (name = '') => name.length === 4 && name.toLowerCase() === 'host'

/** Answers errors that routes throw, and Fastify's own, with the error object. Logs those with status 500 or above. */
export function answerErrors(app: FastifyInstance, log: Log): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500
    if (status >= 400 && status < 500)
      return sendRefusal(reply, commonRefusals.bad_request, error.message, status)
    const ids = { request_id: request.id, caller_request_id: callerRequestId(request.headers) }
    log.error({ err: error, ...ids, route: request.routeOptions.url }, 'request failed')
    return sendRefusal(reply, commonRefusals.unknown_error)
  })
}

/** Answers paths that cannot be decoded, and path parameters that are too long: Fastify runs no hook for them. */
export function refuseBadPath(identify: RequestStep) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    identify(request, reply)
    const { statusCode = 400 } = error // its message repeats the path, which may contain a key
    const detail = badPath[statusCode] ?? 'The path is invalid.'
    sendRefusal(reply, commonRefusals.bad_request, detail, statusCode)
  }
}

const badPath: Record<number, string> = {
  400: 'The path cannot be decoded.',
  414: 'A part of the path is too long.',
}
