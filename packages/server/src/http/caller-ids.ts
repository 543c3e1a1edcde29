import type { IncomingHttpHeaders } from 'node:http'

/** Of printable ASCII, so that it is one line of a log and of what is stored. */
const requestId = /^[\x20-\x7e]{1,128}$/
/** Version 00 of W3C Trace Context: trace id, span id and flags. */
const traceparent = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/** Returns the caller's own X-Request-Id, unless it has more than 128 characters or others than printable ASCII. */
export function callerRequestId(headers: IncomingHttpHeaders): string | undefined {
  const value = headers['x-request-id']
  return typeof value === 'string' && requestId.test(value) ? value : undefined
}

/** Returns the caller's `traceparent`, if it is valid (W3C Trace Context, version 00). */
export function callerTrace({ traceparent: value }: IncomingHttpHeaders): string | undefined {
  return typeof value === 'string' && traceparent.test(value) ? value : undefined
}

/** What a caller says about its call: its own X-Request-Id and its `traceparent`. */
export type CallerIds = { requestId: string | undefined; traceparent: string | undefined }

/** Returns both as text, one per line, as deliveries store them. Undefined if there is neither. */
export function callerLines({ requestId, traceparent }: CallerIds): string | undefined {
  return requestId || traceparent ? `${requestId ?? ''}\n${traceparent ?? ''}` : undefined
}

/** Reads `callerLines`. `traceId`: the 32 hexadecimal digits in the `traceparent`. */
export function readCallerLines(lines: string | undefined): CallerIds & { traceId: string | undefined } {
  const [requestId, traceparent] = lines?.split('\n') ?? []
  return {
    requestId: requestId || undefined,
    traceparent: traceparent || undefined,
    traceId: traceparent?.slice(3, 35) || undefined,
  }
}

type Sent = {
  id: string | undefined
  hookId: string | undefined
  requestId: string
  caller?: string | undefined
}

/** Returns the ids by which a delivery is found in logs, traces and its sender's own logs. `caller`: `callerLines`. */
export function loggedIds({ id, hookId, requestId, caller }: Sent) {
  const { requestId: caller_request_id, traceId: trace_id } = readCallerLines(caller)
  return { delivery: id, hook: hookId, request_id: requestId, caller_request_id, trace_id }
}

/** Returns the caller's own X-Request-Id and `traceparent`, one per line. Undefined if neither is there and valid. */
export function callerIdsIn(headers: IncomingHttpHeaders): string | undefined {
  if (headers['x-request-id'] === undefined && headers.traceparent === undefined) return undefined
  return callerLines({ requestId: callerRequestId(headers), traceparent: callerTrace(headers) })
}

type Request = { address: string; headers: IncomingHttpHeaders; contentType?: string | undefined }

/** Longer than any address. A proxy's header may contain anything. */
const maxAddressLength = 64
const maxUserAgentLength = 256
const maxContentTypeLength = 128

/**
 * Returns what is stored about the request of a delivery: its address, user agent and content type, one per line. One string,
 * which a batch stores once for all deliveries of a sender. Node rejects line breaks in headers.
 */
export function senderLines({ address, headers, contentType = '' }: Request): string {
  const userAgent = headers['user-agent'] ?? ''
  return `${cut(address, maxAddressLength)}\n${cut(userAgent, maxUserAgentLength)}\n${cut(contentType, maxContentTypeLength)}`
}

function cut(text: string, maxLength: number): string {
  return text.length > maxLength ? text.slice(0, maxLength) : text
}
