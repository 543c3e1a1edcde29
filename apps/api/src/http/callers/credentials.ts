import type { FastifyReply, FastifyRequest } from 'fastify'

export const sessionCookie = 'MMAUTHTOKEN'
const userCookie = 'MMUSERID'

/** Thirty days, for the session as for its cookies. */
export const sessionSeconds = 2_592_000

type Presented = Pick<FastifyRequest, 'headers' | 'method' | 'cookies'>

/**
 * The session token that a request presents, else the empty string: `Authorization: Bearer` or `token`, in any case,
 * with the token behind one character; else the cookie. Another site's page can make a browser send the
 * cookie, but not a header with it: writing needs `X-Requested-With` too.
 */
export function tokenOf({ headers, method, cookies }: Presented): string {
  const token = /^(?:bearer|token).(.+)$/i.exec(headers.authorization ?? '')?.[1]
  if (token !== undefined) return token
  const onlyReads = method === 'GET' || method === 'HEAD'
  if (!onlyReads && headers['x-requested-with'] !== 'XMLHttpRequest') return ''
  return cookies[sessionCookie] ?? ''
}

/** The token in the query, where only an OAuth session's may stand: addresses end up in logs. */
export function accessTokenOf({ query }: FastifyRequest): string {
  const { access_token: token } = query as Record<string, unknown>
  return typeof token === 'string' ? token : ''
}

/**
 * Whether a page's form, or what a script may send like one to another site, makes this call: it comes from a browser,
 * which says so by `Origin` or `Sec-Fetch-Site`, and with nothing that browsers let pages send to their own site alone,
 * unless that asks for it: the content type of JSON, or X-Requested-With. Programs send what they like.
 */
export function isPageForm({ headers, raw }: FastifyRequest): boolean {
  const ofBrowser = headers.origin !== undefined || headers['sec-fetch-site'] !== undefined
  if (!ofBrowser || headers['x-requested-with'] === 'XMLHttpRequest') return false
  return !/^application\/json\s*(;|$)/i.test(contentTypeOf(raw.rawHeaders))
}

/** As it was sent: the API reads every body as JSON, and has taken the header away. */
function contentTypeOf(rawHeaders: string[]): string {
  const at = rawHeaders.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'content-type')
  return at < 0 ? '' : (rawHeaders[at + 1] ?? '')
}

export type Cookies = { token: string; userId: string; secure: boolean }

/** The cookies of a new session: the token, and for scripts, which cannot read that one, whose it is. */
export function setCookies(reply: FastifyReply, { token, userId, secure }: Cookies): void {
  const options = { path: '/', maxAge: sessionSeconds, sameSite: 'lax', secure } as const
  reply.setCookie(sessionCookie, token, { ...options, httpOnly: true }).setCookie(userCookie, userId, options)
}

export function clearCookies(reply: FastifyReply): void {
  reply.clearCookie(sessionCookie, { path: '/' }).clearCookie(userCookie, { path: '/' })
}
