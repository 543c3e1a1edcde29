import { isIPv6 } from 'node:net'

/** Every address of this machine, which is none that can be opened: the one that stands for it. */
const reachedAt: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** Where this machine reaches a server that listens on that address. */
export function ownUrl(host: string, port: number): string {
  const name = reachedAt[host] ?? host
  return `http://${isIPv6(name) ? `[${name}]` : name}:${port}`
}
