import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { commonRefusals } from '../refusals/common.js'
import { sendRefusal } from './send-refusal.js'

/** A path with parameters, as a pattern of the addresses that it stands for. */
type Route = { pattern: RegExp; methods: Set<string> }

/**
 * Answers what no route of `app` answers: 404 whatever its body; 405 with `Allow` where the path is known with another
 * method; an empty 200 with `Allow` to OPTIONS. Register it before the routes, so that it sees them. A route that ends in
 * `*` makes no path known.
 */
export function answerUnknownPaths(app: FastifyInstance): void {
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
    // a part of the path that is too long leads here, too, whatever the method
    if (known.length === 0 || methods.has(request.method))
      return sendRefusal(reply, commonRefusals.no_such_call, noSuchCall(request.url))
    reply.header('allow', [...methods].toSorted().join(', '))
    return request.method === 'OPTIONS' ? reply.send() : sendRefusal(reply, commonRefusals.wrong_method)
  }
  app.setNotFoundHandler(answer)
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404)
      answer(request, reply) // before anybody looks at its body
    else done()
  })
}

/** Without the query; several slashes are one, as in the router. */
function pathOf(url: string): string {
  const [path = ''] = url.split('?', 1)
  return path.replaceAll(/\/{2,}/g, '/')
}

/** `/teams/:team(^[a-z]+$)/stats` → the addresses that the router takes for it. */
function patternOf(url: string): RegExp {
  const source = url.replaceAll(
    /:\w+(?:\(\^?((?:[^()]|\([^()]*\))*?)\$?\))?/g,
    (_, own = '[^/]+') => `(?:${own})`,
  )
  return new RegExp(`^${source}$`)
}

/** Says what may be wrong with an address that is none, without repeating a key. */
function noSuchCall(url: string): string {
  const path = pathOf(url)
  // a path below /hooks ends in a key
  if (/hooks/i.test(path)) return 'Hooks take POST /hooks/<key> and nothing else.'
  // whatever is as long as a key may be one, behind a path that was mistyped
  const shown = path.replace(/\w{26,}/g, '…')
  return `There doesn't appear to be an api call for the url='${shown}'. Typo? Are you missing a team_id or user_id as part of the url?`
}
