import type { FastifyReply, FastifyRequest } from 'fastify'

export const sessionCookie = 'MMAUTHTOKEN'
const userCookie = 'MMUSERID'

/** Thirty days, for the session and its cookies. */
export const sessionSeconds = 2_592_000

type Presented = Pick<FastifyRequest, 'headers' | 'method' | 'cookies'>

/**
 * Returns the session token of a request, or an empty string: `Authorization: Bearer` or `token` in any case,
 * followed by one character and the token, else the cookie. Another site's page can make a browser send the cookie
 * but not a header, so writing also needs `X-Requested-With`.
 */
export function tokenOf({ headers, method, cookies }: Presented): string {
  const token = /^(?:bearer|token).(.+)$/i.exec(headers.authorization ?? '')?.[1]
  if (token !== undefined) return token
  const onlyReads = method === 'GET' || method === 'HEAD'
  if (!onlyReads && headers['x-requested-with'] !== 'XMLHttpRequest') return ''
  return cookies[sessionCookie] ?? ''
}

/** Explains a 401 to a call whose cookie does not count. Returns an empty string for all others. */
export function whyCookieIsIgnored(request: Presented): string {
  const isIgnored = tokenOf(request) === '' && request.cookies[sessionCookie] !== undefined
  return isIgnored ? 'With the session cookie, calls that write need X-Requested-With: XMLHttpRequest.' : ''
}

/** Returns the token in the query, which only OAuth sessions may use, because addresses end up in logs. */
export function accessTokenOf({ query }: FastifyRequest): string {
  const { access_token: token } = query as Record<string, unknown>
  return typeof token === 'string' ? token : ''
}

/**
 * Checks whether a page's form, or a script that sends the same to another site, makes this call. Browsers identify
 * themselves by `Origin` or `Sec-Fetch-Site`, and pages can send JSON's content type or X-Requested-With only to
 * their own site. Other programs send what they like.
 */
export function isPageForm({ headers, raw }: FastifyRequest): boolean {
  const ofBrowser = headers.origin !== undefined || headers['sec-fetch-site'] !== undefined
  if (!ofBrowser || headers['x-requested-with'] === 'XMLHttpRequest') return false
  return !/^application\/json\s*(;|$)/i.test(contentTypeOf(raw.rawHeaders))
}

/** As sent by the client; the API reads every body as JSON and has removed the header. */
function contentTypeOf(rawHeaders: string[]): string {
  const at = rawHeaders.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'content-type')
  return at < 0 ? '' : (rawHeaders[at + 1] ?? '')
}

export type Cookies = { token: string; userId: string; secure: boolean }

/** Returns the cookies of a new session: the token, and the user's id for scripts, which cannot read the first. */
export function setCookies(reply: FastifyReply, { token, userId, secure }: Cookies): void {
  const options = { path: '/', maxAge: sessionSeconds, sameSite: 'lax', secure } as const
  reply.setCookie(sessionCookie, token, { ...options, httpOnly: true }).setCookie(userCookie, userId, options)
}

export function clearCookies(reply: FastifyReply): void {
  reply.clearCookie(sessionCookie, { path: '/' }).clearCookie(userCookie, { path: '/' })
}
