/**
 * Removes the port of `http://127.0.0.1:1234/callback`: programs on the user's machine use any free one (RFC 8252).
 */
const loopback = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::\d{1,5})?(?=[/?]|$)/

/**
 * Checks whether a user may be sent there. Addresses are compared as texts, because programs parse odd ones
 * differently.
 */
export function isRegistered(redirectUri: string, callbackUrls: string[]): boolean {
  if (callbackUrls.includes(redirectUri)) return true
  if (!loopback.test(redirectUri) || !hasPort(redirectUri)) return false
  const plain = redirectUri.replace(loopback, '$1')
  return callbackUrls.some(url => loopback.test(url) && url.replace(loopback, '$1') === plain)
}

/** Checks whether a port exists: no program listens on 0 or above 65535. */
function hasPort(address: string): boolean {
  return URL.canParse(address) && new URL(address).port !== '0'
}

const ownMachine =
  /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]+\])\.?$/

/** Checks whether an address leads to a program on the user's machine: a loopback address, or a scheme of its own. */
export function isOnUsersMachine(redirectUri: string): boolean {
  const { protocol, hostname } = new URL(redirectUri)
  return !/^https?:$/.test(protocol) || ownMachine.test(hostname)
}

/** Returns the address with these parameters. Its own query stays as it is. */
export function redirectTo(redirectUri: string, response: Record<string, string>): string {
  const given = Object.entries(response).filter(([, value]) => value !== '')
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${new URLSearchParams(given)}`
}
