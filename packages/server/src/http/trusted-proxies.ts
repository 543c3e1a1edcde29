import proxyAddr from '@fastify/proxy-addr'

/** Whether the address so many hops away is a proxy whose X-Forwarded-… counts; hop 0 is who connects to us. */
export type Trust = (address: string, hop: number) => boolean

/**
 * Reads TRUST_PROXY: a number of hops, or addresses and ranges with commas between them; nobody when absent.
 * @throws for what is no address
 */
export function trustOf(trustProxy: number | string | undefined): Trust {
  if (trustProxy === undefined) return () => false
  if (typeof trustProxy === 'number') return (_address, hop) => hop < trustProxy
  return proxyAddr.compile(trustProxy.split(',').map(part => part.trim()))
}
