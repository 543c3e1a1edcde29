import type { FastifyInstance, FastifyReply } from 'fastify'

/**
 * Has callers who ask with `Expect: 100-continue` whether to send their body answered when somebody is about to read it,
 * and not before: who is refused is told so instead. Any other expectation is none of ours (RFC 9110, 10.1.1).
 */
export function inviteBodiesLate(app: FastifyInstance): void {
  app.server.on('checkContinue', app.routing)
  app.server.on('checkExpectation', app.routing)
  app.addHook('preParsing', (request, reply, payload, done) => {
    const isTooLarge = Number(request.headers['content-length'] ?? 0) > (request.routeOptions.bodyLimit ?? 0)
    if (!isTooLarge) inviteBody(reply)
    done(null, payload)
  })
}

/** Tells a caller who waits for it to send the body. Once a request; who reads a body past Fastify calls it. */
export function inviteBody({ request, raw }: FastifyReply): void {
  if (request.headers.expect?.toLowerCase().includes('100-continue') && !raw.headersSent) raw.writeContinue()
}
