import { lookup as lookUp } from 'node:dns'
import { request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Where a call may go. */
export type OutboundRules = {
  /** Also allows private and loopback addresses and any port. For tests. */
  isPrivateAllowed?: boolean
  /** PEM certificates to trust in place of Node's. For tests. */
  ca?: string
}

export type OutboundCall = {
  url: string
  headers: Record<string, string | number>
  body: Uint8Array
  /** The whole call, from the look-up to the status. */
  withinMs: number
}

/** The result of a call: a status, or why there is none. */
export type OutboundAnswer = { status: number } | { failure: string }

/**
 * Returns whether the URL is one that `postOut` calls: https on its usual port, without a password, and not a private address.
 * A name counts as public until it is resolved, except `localhost` and those below it (RFC 6761).
 */
export function isOutboundUrl(text: string, { isPrivateAllowed = false }: OutboundRules = {}): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return false
  if (isPrivateAllowed) return true
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return url.port === '' && (isIP(host) === 0 ? !loopbackName.test(host) : isPublicAddress(host))
}

/** Names of this machine, also with the final dot of an absolute name. */
const loopbackName = /(?:^|\.)localhost\.*$/

/**
 * POSTs to an address that a user has named. Connects only to public addresses, whatever the name resolves to, follows no
 * redirects, and reads no response body.
 */
export function postOut(outbound: OutboundCall, rules: OutboundRules = {}): Promise<OutboundAnswer> {
  if (!isOutboundUrl(outbound.url, rules)) return Promise.resolve({ failure: 'forbidden' })
  return new Promise(resolve => call(outbound, rules, resolve))
}

function call(
  { url, headers, body, withinMs }: OutboundCall,
  { isPrivateAllowed, ca }: OutboundRules,
  resolve: (answer: OutboundAnswer) => void,
): void {
  const calling = request(url, {
    method: 'POST',
    headers,
    agent: false,
    signal: AbortSignal.timeout(withinMs),
    ...(isPrivateAllowed ? {} : { lookup: publicLookup }),
    ...(ca === undefined ? {} : { ca }),
  })
  calling.on('response', response => {
    resolve({ status: response.statusCode ?? 0 })
    response.on('error', () => {}).destroy()
  })
  calling.on('error', error => resolve({ failure: (error as NodeJS.ErrnoException).code ?? error.name }))
  calling.on('close', () => resolve({ failure: 'closed' })) // all that an answer with status 101 causes
  calling.end(body)
}

/** Resolves a name to its public addresses. Fails if it has others, because they show that the name is not to be trusted. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookUp(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, [])
    const isPublic = addresses.length > 0 && addresses.every(({ address }) => isPublicAddress(address))
    if (!isPublic) return callback(Object.assign(new Error('not public'), { code: 'ENOTPUBLIC' }), [])
    if (options.all) return callback(null, addresses)
    callback(null, addresses[0]?.address ?? '', addresses[0]?.family)
  })
}

/** The only part of IPv6 that the public internet uses. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an address belongs to the public internet: public IPv4, or 2000::/3 without its special ranges. Private, loopback,
 * link-local, multicast, reserved, documentation and translated addresses (IPv4-mapped, NAT64, 6to4, Teredo) do not.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  const [bare = ''] = address.split('%', 1)
  const parsed = ipaddr.parse(bare)
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast))
}
