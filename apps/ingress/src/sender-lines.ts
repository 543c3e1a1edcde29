import type { IncomingHttpHeaders } from 'node:http'
import { callerLines, callerRequestId, callerTrace } from '@posthorn/server'
import type { HookCall } from './call.js'

/** Longer than any address. A proxy's header may contain anything. */
const maxAddressLength = 64
const maxUserAgentLength = 256
const maxContentTypeLength = 128

/**
 * Returns what is stored about the request of a delivery: its address, user agent and content type, one per line. One string,
 * which a batch stores once for all deliveries of a sender. Node rejects line breaks in headers.
 */
export function senderLines({ address, headers, contentType = '' }: HookCall): string {
  const userAgent = headers['user-agent'] ?? ''
  return `${cut(address, maxAddressLength)}\n${cut(userAgent, maxUserAgentLength)}\n${cut(contentType, maxContentTypeLength)}`
}

function cut(text: string, maxLength: number): string {
  return text.length > maxLength ? text.slice(0, maxLength) : text
}

/** Returns the caller's own X-Request-Id and `traceparent`, one per line. Undefined if neither is there and valid. */
export function callerIdsIn(headers: IncomingHttpHeaders): string | undefined {
  if (headers['x-request-id'] === undefined && headers.traceparent === undefined) return undefined
  return callerLines({ requestId: callerRequestId(headers), traceparent: callerTrace(headers) })
}
