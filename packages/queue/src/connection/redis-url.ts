import { readFileSync } from 'node:fs'
import type { RedisOptions } from 'ioredis'

const pattern = /^redis(s?)(\+sentinel)?:\/\/(?:([^/]*)@)?([^@/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/i
const defaultPorts = { redis: 6379, sentinel: 26_379 }
const defaultPrimary = 'mymaster'

/**
 * Returns ioredis's options for a REDIS_URL:
 * - `redis://user:password@host:6379/0`
 * - `redis+sentinel://user:password@host:26379,host:26379/primary?sentinel_username=…&sentinel_password=…`
 *
 * `rediss` and `rediss+sentinel` use TLS. `ca_file` names a file of certificates to trust instead of Node's own list.
 * ioredis's `failoverDetector` stays off: if it learns of a new primary while a connection is being made, it ends that connection
 * for good. `socketTimeout` and READONLY lead away from an old primary.
 * @throws without a value of the URL, which may be a password
 */
export function parseRedisUrl(url: string): Omit<RedisOptions, 'replyMapping'> {
  const found = pattern.exec(url)
  if (!found) throw new Error('REDIS_URL is not a valid URL of Redis')
  const [, secure = '', sentinel = '', user, hosts = '', path = '', query] = found
  const parameters = new URLSearchParams(query)
  const tls = secure === '' ? undefined : trusting(parameters.get('ca_file'))
  const login = loginOf(user)
  if (sentinel === '') {
    const [address] = addressesOf(hosts, defaultPorts.redis)
    const db = /^\d+$/.test(path) && { db: Number(path) }
    return { ...address, ...login, ...db, ...(tls && { tls }) }
  }
  return {
    ...login,
    sentinels: addressesOf(hosts, defaultPorts.sentinel),
    name: decodeURIComponent(path) || defaultPrimary,
    ...given('sentinelUsername', parameters.get('sentinel_username')),
    ...given('sentinelPassword', parameters.get('sentinel_password')),
    ...(tls && { tls, sentinelTLS: tls, enableTLSForSentinelMode: true }),
  }
}

function loginOf(user: string | undefined) {
  if (user === undefined) return {}
  const colon = user.indexOf(':')
  const [name, password] = colon < 0 ? [user, ''] : [user.slice(0, colon), user.slice(colon + 1)]
  return {
    ...given('username', decodeURIComponent(name) || null),
    ...given('password', decodeURIComponent(password) || null),
  }
}

function addressesOf(hosts: string, defaultPort: number) {
  return hosts.split(',').map(each => {
    const { hostname, port } = new URL(`redis://${each || 'localhost'}`)
    return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || defaultPort) }
  })
}

function given<Name extends string>(name: Name, value: string | null): { [key in Name]?: string } {
  return (value === null ? {} : { [name]: value }) as { [key in Name]?: string }
}

function trusting(file: string | null): { ca?: string } {
  if (file === null) return {}
  try {
    return { ca: readFileSync(file, 'utf8') }
  } catch (error) {
    throw new Error(`REDIS_URL: ca_file cannot be read: ${(error as Error).message}`)
  }
}
