import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Providers assign a customer at least a /64, so one caller can use all of its addresses. */
const networkBits = 64

/**
 * Returns the key under which calls, logins and attempts from an address are counted: an IPv4 address itself, even if it is
 * written as IPv6 (`::ffff:192.0.2.7`), or the /64 of an IPv6 address. Text that is not an address is returned unchanged.
 */
export function addressKey(address: string): string {
  if (isIPv4(address) || !ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${networkBits}`)}/${networkBits}`
}
