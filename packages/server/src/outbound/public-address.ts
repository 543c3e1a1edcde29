import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

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
