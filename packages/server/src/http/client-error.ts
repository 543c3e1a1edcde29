import { type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { newId } from '../ids.js'
import { commonRefusals } from '../refusals/common.js'
import { endDiscarding } from './discard-rest.js'

type ClientError = Error & { code?: string; reason?: string }

const troubles: Record<string, [status: number, detail: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not come to its end in time.'],
  HPE_HEADER_OVERFLOW: [431, 'The headers are larger than this server takes.'],
}

/**
 * Answers CONNECT, which is for proxies, and ends its connection: Node takes the socket from HTTP before any route or hook,
 * and without a listener closes it without a word.
 */
export function answerConnects(server: Server, versionId: string): void {
  server.on('connect', (_request, stream) => {
    const socket = stream as Socket
    socket.on('error', () => socket.destroy())
    endDiscarding(socket, answerText(501, 'This is no proxy: it does not take CONNECT.', versionId))
  })
}

/** Answers what is no HTTP, or never became a request, and ends its connection: no route and no hook ever sees it. */
export function answerClientErrors(versionId: string) {
  return (error: ClientError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    // the parser's reason is a sentence of its own, without anything that was sent
    const why = error.reason === undefined ? '.' : `: ${error.reason}.`
    const [status, detail] = troubles[error.code ?? ''] ?? [400, `This is not HTTP as it should be${why}`]
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
