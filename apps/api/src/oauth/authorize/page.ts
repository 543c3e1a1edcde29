import { createHash } from 'node:crypto'
import type { RefusalWords } from '@posthorn/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiDeps, ApiServer } from '../../deps.js'
import { sessionOf } from '../../http/callers/caller.js'
import { ownOrigin } from '../../http/own-origin.js'
import { switchedOff } from '../../http/rights/switches.js'
import { refusals } from '../../refusals/index.js'
import { Refused } from '../../refusals/refused.js'
import { type AuthorizationParams, readAuthorization } from './authorization.js'
import { type Consenting, grantCode, needsConsent } from './grant.js'

/** Sends the console's page, which handles login and consent, with the name of the app that sent the user. */
export type ConsolePage = (reply: FastifyReply, app: string) => Promise<FastifyReply>

/**
 * GET /oauth/authorize: where apps send their users. Doubts about the app or its address are shown here. Other
 * errors go to the app, but only once somebody is logged in, because the address could otherwise send strangers
 * anywhere.
 */
export function authorizePage(app: ApiServer, deps: ApiDeps, consolePage: ConsolePage): void {
  app.get('/oauth/authorize', { schema: { hide: true } }, async (request, reply) => {
    const off = switchedOff(deps, 'EnableOAuthServiceProvider')
    if (off) return sendErrorPage(reply, refusals[off.refusal])
    const params = paramsIn(request)
    if (!params) return sendErrorPage(reply, refusals.bad_authorization)
    const read = await readAuthorization(deps, params, ownOrigin(deps, request))
    if (read instanceof Refused) return sendErrorPage(reply, refusals[read.refusal])
    const person = personIn(request)
    if (!person) return consolePage(reply, read.app.name)
    if (read.outcome === 'mistaken') return reply.redirect(read.redirect)
    if (await needsConsent(deps, person.userId, read.asked)) return consolePage(reply, read.app.name)
    const redirect = await grantCode(deps, person, read.asked)
    return redirect instanceof Refused ? consolePage(reply, read.app.name) : reply.redirect(redirect)
  })
}

/** Returns the logged-in user, who has chosen a password. An app's token cannot authorize another app. */
function personIn(request: FastifyRequest): Consenting | undefined {
  const session = sessionOf(request)
  if (session?.isOauth !== false || session.user.mustChangePassword) return undefined
  return { userId: session.userId, sessionId: session.id }
}

const names = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
] as const satisfies (keyof AuthorizationParams)[]

/**
 * Returns the address's parameters, or undefined if they cannot be decoded, because `state` could not be returned
 * unchanged.
 */
function paramsIn({ query, url }: FastifyRequest): AuthorizationParams | undefined {
  if (!isDecodable(url)) return undefined
  const given = query as Record<string, unknown>
  const textOf = (name: string) => (typeof given[name] === 'string' ? given[name] : '')
  const params = Object.fromEntries(names.map(name => [name, textOf(name)])) as AuthorizationParams
  const isTwice = names.some(name => Array.isArray(given[name]))
  return isTwice ? { ...params, response_type: '' } : params
}

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url)
    return true
  } catch {
    return false
  }
}

/** The look of the console's login (apps/console/src/styles/tokens.css), without its files. */
const style = [
  ':root{color-scheme:light dark;font:14px/20px ui-sans-serif,system-ui,sans-serif}',
  'body{margin:0;min-height:100dvh;display:flex;padding:16px;box-sizing:border-box;overflow-wrap:anywhere;' +
    'color:light-dark(#1b1c1e,#ececee);background:light-dark(#f5f5f3,#131416)}',
  'main{margin:auto;max-width:28rem;padding:24px;border-radius:10px;text-align:center;text-wrap:pretty;' +
    'background:light-dark(#fff,#232427);border:1px solid light-dark(#e6e6e2,#2d2e33)}',
  'svg{width:40px;height:40px;color:light-dark(#2f55d4,#9db4ff)}',
  'h1{margin:12px 0;font-size:20px;line-height:28px}',
  '.next{color:light-dark(#62635f,#a4a6ad)}',
  'code{font:13px/20px ui-monospace,monospace}',
].join('')

/** The post horn of the console's login. */
const logo =
  '<svg viewBox="0 0 32 32" aria-hidden="true"><g fill="none" stroke="currentColor" stroke-width="2.75" ' +
  'stroke-linecap="round" stroke-linejoin="round"><path d="M3 10.5h17M13 10.5a6.25 6.25 0 1 1-.01 0"/>' +
  '<path d="M20 10.5c3.75 0 6.75-1.75 8.75-5v10c-2-3.25-5-5-8.75-5z" fill="currentColor"/></g></svg>'

/** Allows only its own style. */
const safety = {
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
}

/**
 * Returns the page that explains why an app cannot be authorized. It repeats nothing of the request and has no link
 * to the app.
 */
function sendErrorPage(reply: FastifyReply, { status, message, id }: RefusalWords): FastifyReply {
  const page = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>This app cannot be authorized</title><style>${style}</style></head>`,
    `<body><main>${logo}<h1>This app cannot be authorized</h1><p>${message}</p>`,
    `<p class="next">Go back to the app, or report this error to its developer: <code>${id}</code></p></main></body></html>`,
  ]
  return reply.code(status).headers(safety).type('text/html; charset=utf-8').send(page.join('\n'))
}
