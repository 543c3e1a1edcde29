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

/** The address with what the app is told. A query that it has of its own stays as it is. */
export function redirectTo(redirectUri: string, told: Record<string, string>): string {
  const given = Object.entries(told).filter(([, value]) => value !== '')
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${new URLSearchParams(given)}`
}
