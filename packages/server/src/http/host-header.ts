import type { IncomingMessage } from 'node:http'

/**
 * What is wrong with the request's Host, in words (RFC 9112, 3.2). Node's own answer to none has neither words nor ids, and
 * of two it takes the first, where a proxy may have looked at the other.
 */
export function wrongHost({ headers, httpVersion, rawHeaders }: IncomingMessage): string | undefined {
  if (headers.host === undefined) return httpVersion === '1.1' ? 'The header Host is missing.' : undefined
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (isHost(rawHeaders[at])) hosts++
  return hosts > 1 ? 'The header Host is there more than once.' : undefined
}

/** The length first: this is asked of each header of each request. */
const isHost = (name = '') => name.length === 4 && name.toLowerCase() === 'host'
