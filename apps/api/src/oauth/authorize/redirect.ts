/** `http://127.0.0.1:1234/callback` without its port: what runs on the user's machine takes one that is free (RFC 8252). */
const loopback = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::\d{1,5})?(?=[/?]|$)/

/** Whether a user may be sent there: the addresses are compared as texts, because programs read odd ones differently. */
export function isRegistered(redirectUri: string, callbackUrls: string[]): boolean {
  if (callbackUrls.includes(redirectUri)) return true
  if (!loopback.test(redirectUri) || !hasPort(redirectUri)) return false
  const plain = redirectUri.replace(loopback, '$1')
  return callbackUrls.some(url => loopback.test(url) && url.replace(loopback, '$1') === plain)
}

/** Whether there is a port of this number: no program listens on 0, or beyond 65535. */
function hasPort(address: string): boolean {
  return URL.canParse(address) && new URL(address).port !== '0'
}

const ownMachine =
  /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]+\])\.?$/

/** Whether what a user is sent back to is a program on the user's machine: a loopback address, or a scheme of its own. */
export function isOnUsersMachine(redirectUri: string): boolean {
  const { protocol, hostname } = new URL(redirectUri)
  return !/^https?:$/.test(protocol) || ownMachine.test(hostname)
}

/** The address with what the app is told. A query that it has of its own stays as it is. */
export function redirectTo(redirectUri: string, told: Record<string, string>): string {
  const given = Object.entries(told).filter(([, value]) => value !== '')
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${new URLSearchParams(given)}`
}
