import type { FastifyInstance, FastifyReply } from 'fastify'

/**
 * Answers `Expect: 100-continue` only when the body is about to be read, so a rejected caller gets the error instead of the
 * invitation. Ignores any other expectation (RFC 9110, 10.1.1).
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

/** Sends `100 Continue` to a caller that waits for it. Call it once per request, where a body is read without Fastify. */
export function inviteBody({ request, raw }: FastifyReply): void {
  if (request.headers.expect?.toLowerCase().includes('100-continue') && !raw.headersSent) raw.writeContinue()
}
