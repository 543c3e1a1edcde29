import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** What a provider gives one customer of IPv6: whoever has one address of it has them all. */
const networkBits = 64

/**
 * Whom an address counts as, where calls, log-ins or tries are counted: an IPv4 address itself, also where it is written
 * as IPv6 (`::ffff:192.0.2.7`); of IPv6 the /64 that it lies in. What is no address counts as it is.
 */
export function addressKey(address: string): string {
  if (isIPv4(address) || !ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${networkBits}`)}/${networkBits}`
}
