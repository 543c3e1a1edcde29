import type { FastifyReply, FastifyRequest } from 'fastify'

export const sessionCookie = 'MMAUTHTOKEN'
const userCookie = 'MMUSERID'

/** Thirty days, for the session as for its cookies (requirements 4.2). */
export const sessionSeconds = 2_592_000

/**
 * The session token that a request presents, else the empty string: `Authorization: Bearer` or `token`, in any case,
 * with the token behind one character (spec 4.4); else the cookie. Another site's page can make a browser send the
 * cookie, but not a header with it: writing needs `X-Requested-With` too (design 10).
 */
export function tokenOf({ headers, method, cookies }: FastifyRequest): string {
  const token = /^(?:bearer|token).(.+)$/i.exec(headers.authorization ?? '')?.[1]
  if (token !== undefined) return token
  const onlyReads = method === 'GET' || method === 'HEAD'
  if (!onlyReads && headers['x-requested-with'] !== 'XMLHttpRequest') return ''
  return cookies[sessionCookie] ?? ''
}

/** The token in the query, where only an OAuth session's may stand (spec 4.4): addresses end up in logs. */
export function accessTokenOf({ query }: FastifyRequest): string {
  const { access_token: token } = query as Record<string, unknown>
  return typeof token === 'string' ? token : ''
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
