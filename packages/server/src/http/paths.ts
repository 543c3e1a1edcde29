import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'

const beforePath = /^https?:\/\/[^/?#]*/i

/** Returns the path of a request, without its query. Some proxies send it with scheme and host. */
export function pathOf(url: string): string {
  const [path = ''] = url.replace(beforePath, '').split(/[?#]/, 1)
  return path
}

/**
 * Merges repeated slashes in paths below /hooks, because many senders append them to an address that ends in a slash.
 * Everywhere else, `hasEmptyPart` rejects them.
 */
export function mergeHookSlashes({ url = '' }: Pick<IncomingMessage, 'url'>): string {
  if (!url.includes('//')) return url // nearly always
  const path = pathOf(url)
  if (!/^\/+hooks\//.test(path)) return url
  return url.replace(path, () => path.replaceAll(/\/{2,}/g, '/'))
}

/**
 * Checks whether a part of the path is empty, as in `/deliveries//erase` if a script's variable is. It must neither be
 * ignored nor stand for a parameter, because the call would mean something else.
 */
export function hasEmptyPart({ url, params }: Pick<FastifyRequest, 'url' | 'params'>): boolean {
  const path = pathOf(url)
  if (path.includes('//')) return true
  // only the last part can be an empty parameter now
  return (
    path.endsWith('/') && Object.entries(params ?? {}).some(([name, value]) => name !== '*' && value === '')
  )
}
