import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Whether an address belongs to the public internet. Private, loopback, link-local, multicast, reserved and translated
 * addresses (NAT64, 6to4, Teredo) do not.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  const [bare = ''] = address.split('%', 1)
  return ipaddr.process(bare).range() === 'unicast'
}
