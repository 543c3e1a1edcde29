import { createHash, timingSafeEqual } from 'node:crypto'
import { BlockList, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** Headers that proxies add and that TRUST_PROXY does not resolve. */
const ofSomeProxy = ['forwarded', 'via', 'x-real-ip']
/** Headers that proxies add and that TRUST_PROXY resolves. */
const ofATrustedProxy = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto']

/** Returns whether the caller operates this process: it calls from this machine, or has the token if one is set. */
export function isOperator(request: FastifyRequest, token: string | undefined): boolean {
  return isOnThisMachine(request) || (token !== undefined && hasToken(request, token))
}

/**
 * Returns whether the call originated on this machine. A local proxy forwards calls from elsewhere: if the headers show one,
 * all addresses that TRUST_PROXY resolves must be loopback addresses, and without TRUST_PROXY the call counts as external.
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

/** Compares digests in constant time: they have the same length, whatever was sent. */
function hasToken({ headers }: FastifyRequest, token: string): boolean {
  const [, sent = ''] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? []
  return timingSafeEqual(digest(sent), digest(token))
}

const digest = (text: string) => createHash('sha256').update(text).digest()
