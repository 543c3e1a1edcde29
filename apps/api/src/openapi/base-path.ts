/** Returns the path at which senders reach this server, without a trailing slash: empty unless a proxy adds one. */
export function basePathOf(baseUrl: string | undefined): string {
  return baseUrl === undefined ? '' : new URL(baseUrl).pathname.replace(/\/+$/, '')
}
