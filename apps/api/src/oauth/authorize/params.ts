import type { FastifyRequest } from 'fastify'
import type { AuthorizationParams } from './read.js'

const names = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
] as const satisfies (keyof AuthorizationParams)[]

/**
 * Returns the address's parameters, or undefined if they cannot be decoded, because `state` could not be returned
 * unchanged.
 */
export function paramsIn({ query, url }: FastifyRequest): AuthorizationParams | undefined {
  if (!isDecodable(url)) return undefined
  const given = query as Record<string, unknown>
  const textOf = (name: string) => (typeof given[name] === 'string' ? given[name] : '')
  const params = Object.fromEntries(names.map(name => [name, textOf(name)])) as AuthorizationParams
  const isTwice = names.some(name => Array.isArray(given[name]))
  return isTwice ? { ...params, response_type: '' } : params
}

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url)
    return true
  } catch {
    return false
  }
}
