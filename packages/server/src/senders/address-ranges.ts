import { BlockList, isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { HookRefused } from '../refusals/hooks.js'

type Range = { network: string; bits: number; family: 'ipv4' | 'ipv6' }

/** IPv6 writes IPv4 addresses in this network. */
const mappedBits = 96

/** Reads an address or a CIDR range, such as `192.0.2.7`, `10.0.0.0/8` or `2001:db8::/32`. Undefined for anything else. */
function readRange(text: string): Range | undefined {
  const [address = '', length, ...rest] = text.split('/')
  const version = address.includes('%') ? 0 : isIP(address)
  if (version === 0 || rest.length > 0 || (length !== undefined && !/^\d{1,3}$/.test(length)))
    return undefined
  const mostBits = version === 4 ? 32 : 128
  const bits = length === undefined ? mostBits : Number(length)
  if (bits > mostBits) return undefined
  const plain = plainAddress(address)
  if (version === 4 || isIP(plain) === 6)
    return { network: plain, bits, family: version === 4 ? 'ipv4' : 'ipv6' }
  if (bits < mappedBits) return { network: address, bits, family: 'ipv6' }
  return { network: plain, bits: bits - mappedBits, family: 'ipv4' }
}

/** Writes an IPv4 address that IPv6 contains (`::ffff:192.0.2.7`) as IPv4, and leaves out an IPv6 zone. */
function plainAddress(address: string): string {
  const [bare = ''] = address.split('%', 1)
  if (isIP(bare) !== 6) return bare
  const parsed = ipaddr.parse(bare)
  return parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress()
    ? parsed.toIPv4Address().toString()
    : bare
}

/** Returns whether the text is an address or a CIDR range of IPv4 or IPv6. */
export function isAddressRange(text: string): boolean {
  return readRange(text) !== undefined
}

/** Returns a function that checks whether an address is in one of these ranges. Invalid ranges contain no address. */
export function addressesIn(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const text of ranges) {
    const range = readRange(text)
    if (range) list.addSubnet(range.network, range.bits, range.family)
  }
  return address => {
    const plain = plainAddress(address)
    const version = isIP(plain)
    return version !== 0 && list.check(plain, version === 4 ? 'ipv4' : 'ipv6')
  }
}

/** What each cached list compiles to. Hooks leave the cache when they change. */
const allowed = new WeakMap<object, (address: string) => boolean>()

/** Returns why a hook with a list of addresses refuses this one, or undefined. */
export function whyNotFrom(ranges: string[], address: string): HookRefused | undefined {
  let isAllowed = allowed.get(ranges)
  if (!isAllowed) {
    isAllowed = addressesIn(ranges)
    allowed.set(ranges, isAllowed)
  }
  return isAllowed(address)
    ? undefined
    : { outcome: 'address_not_allowed', detail: `${address} is not among the allowed addresses.` }
}
