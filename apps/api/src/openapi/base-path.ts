/** The path at which senders reach this server, without a slash at its end: empty unless a proxy puts it deeper. */
export function basePathOf(baseUrl: string | undefined): string {
  return baseUrl === undefined ? '' : new URL(baseUrl).pathname.replace(/\/+$/, '')
}
