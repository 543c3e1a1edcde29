import { noSuchCall } from '@posthorn/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiServer } from '../../deps.js'
import { refuseCall } from './refuse-call.js'

/** A path with parameters, as a pattern of the addresses that it stands for. */
type Call = { pattern: RegExp; methods: Set<string> }

/**
 * Answers what no call answers: 404; 405 with `Allow` where the path is known with another method; an empty 200 with
 * `Allow` to OPTIONS. Register it before the calls, so that it sees them.
 */
export function unknownCalls(app: ApiServer): void {
  const calls = new Map<string, Call>()
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const [path = ''] = request.url.split('?', 1)
    const known = [...calls.values()].filter(({ pattern }) => pattern.test(path))
    const methods = new Set(known.flatMap(call => [...call.methods]))
    // a part of the path that is too long leads here, too, whatever the method
    if (known.length === 0 || methods.has(request.method))
      return refuseCall(reply, 'no_such_call', noSuchCall(request.url))
    reply.header('allow', [...methods].toSorted().join(', '))
    return request.method === 'OPTIONS' ? reply.send() : refuseCall(reply, 'wrong_method')
  }
  for (const url of ['/', '/*']) app.all(url, { schema: { hide: true }, onRequest: answer }, answer)
  app.addHook('onRoute', ({ url, method }) => {
    const call = calls.get(url) ?? { pattern: patternOf(url), methods: new Set() }
    for (const name of [method].flat()) call.methods.add(name)
    calls.set(url, call)
  })
}

/** `/teams/:team(^[a-z]+$)/stats` → the addresses that the router takes for it. */
function patternOf(url: string): RegExp {
  const source = url.replaceAll(
    /:\w+(?:\(\^?((?:[^()]|\([^()]*\))*?)\$?\))?/g,
    (_, own = '[^/]+') => `(?:${own})`,
  )
  return new RegExp(`^${source}$`)
}
