import { createHash, timingSafeEqual } from 'node:crypto'
import { BlockList, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** What proxies add, and nobody resolves for us. */
const ofSomeProxy = ['forwarded', 'via', 'x-real-ip']
/** What proxies add, and TRUST_PROXY resolves. */
const ofATrustedProxy = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto']

/** Whether whoever operates this process asks: from this machine, or with the token, where there is one. */
export function isOperator(request: FastifyRequest, token: string | undefined): boolean {
  return isOnThisMachine(request) || (token !== undefined && hasToken(request, token))
}

/**
 * Whether the call began on this machine. A proxy on it forwards strangers: where one shows, all addresses that the call
 * came by, as TRUST_PROXY resolves them, must be this machine's, and without TRUST_PROXY it is a stranger's.
 */
function isOnThisMachine({ headers, socket, ips = [] }: FastifyRequest): boolean {
  const has = (name: string) => headers[name] !== undefined
  if (ofSomeProxy.some(has)) return false
  if (ofATrustedProxy.some(has) && ips.length <= 1) return false // the first is the peer
  return [socket.remoteAddress ?? '', ...ips].every(isLoopback)
}

function isLoopback(address: string): boolean {
  return loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** Digests are as long as each other, whatever was sent, and are compared in constant time. */
function hasToken({ headers }: FastifyRequest, token: string): boolean {
  const [, sent = ''] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? []
  return timingSafeEqual(digest(sent), digest(token))
}

const digest = (text: string) => createHash('sha256').update(text).digest()
