import type { IncomingHttpHeaders } from 'node:http'

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
