import { isIPv6 } from 'node:net'

/** Wildcard addresses, each with an address that can be opened. */
const reachedAt: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** Returns the URL of a local server that listens on this address. */
export function ownUrl(host: string, port: number): string {
  const name = reachedAt[host] ?? host
  return `http://${isIPv6(name) ? `[${name}]` : name}:${port}`
}
