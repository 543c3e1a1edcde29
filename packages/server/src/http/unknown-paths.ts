import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { commonRefusals } from '../refusals/common-refusals.js'
import { hasEmptyPart, pathOf } from './paths.js'
import { sendRefusal } from './send-refusal.js'
import type { Strangers } from './strangers.js'
import { tooManyRequests } from './too-many-requests.js'

/** A route's methods, and a pattern of the paths that it matches. */
type Route = { pattern: RegExp; methods: Set<string> }

/**
 * Answers requests that no route of `app` matches: 404 whatever the body, 405 with `Allow` if the path exists with another
 * method, and an empty 200 with `Allow` for OPTIONS. Such calls count against their addresses. Register it before the routes,
 * so that it sees them. Routes that end in `*` are ignored.
 */
export function answerUnknownPaths(app: FastifyInstance, strangers?: Strangers): void {
  const routes = new Map<string, Route>()
  app.addHook('onRoute', ({ url, method }) => {
    if (url.endsWith('*')) return
    const route = routes.get(url) ?? { pattern: patternOf(url), methods: new Set() }
    for (const name of [method].flat()) route.methods.add(name)
    routes.set(url, route)
  })
  const answer = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = pathOf(request.url)
    const known = [...routes.values()].filter(({ pattern }) => pattern.test(path))
    const methods = new Set(known.flatMap(route => [...route.methods]))
    // a path parameter that is too long leads here too, whatever the method
    if (known.length === 0 || methods.has(request.method))
      return otherVersion.test(path)
        ? sendRefusal(reply, commonRefusals.other_version)
        : sendRefusal(reply, commonRefusals.no_such_call, noSuchCall(request.url))
    reply.header('allow', [...methods].toSorted().join(', '))
    return request.method === 'OPTIONS' ? reply.send() : sendRefusal(reply, commonRefusals.wrong_method)
  }
  app.setNotFoundHandler(answer)
  const countAndAnswer = async (request: FastifyRequest, reply: FastifyReply) => {
    const standing = await strangers?.count(request.ip)
    return standing?.admitted === false ? tooManyRequests(reply, standing) : answer(request, reply)
  }
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404 || hasEmptyPart(request))
      countAndAnswer(request, reply).catch(done) // before the body is read
    else done()
  })
}

/** Turns a route such as `/teams/:team(^[a-z]+$)/stats` into a pattern of the paths that the router accepts for it. */
function patternOf(url: string): RegExp {
  const source = url.replaceAll(
    /:\w+(?:\(\^?((?:[^()]|\([^()]*\))*?)\$?\))?/g,
    (_, own = '[^/]+') => `(?:${own})`,
  )
  return new RegExp(`^${source}$`)
}

/** Paths of other versions of the API, which clients of the reference call first. */
const otherVersion = /^\/api\/v(?!3(?:\/|$))\d+(?:\/|$)/

/** Describes what may be wrong with an unknown path, without repeating a key. */
function noSuchCall(url: string): string {
  const path = pathOf(url)
  if (path.includes('//')) return 'A part of the path is empty. Fill it in, or remove the extra slash.'
  // a path below /hooks ends in a key, and one below /services in Slack's
  if (/^\/hooks|\/hooks\/(?!incoming)/i.test(path))
    return 'Hooks accept only POST /hooks/<key>. Check the URL for a missing key, spaces, or a slash at its end.'
  if (/services/i.test(path)) return 'Imported hooks accept only POST /services/T…/B…/….'
  // anything as long as a key may be one in a mistyped path
  const shown = path.replace(/\w{26,}/g, '…')
  return `There doesn't appear to be an api call for the url='${shown}'. Typo? Are you missing a team_id or user_id as part of the url?`
}
