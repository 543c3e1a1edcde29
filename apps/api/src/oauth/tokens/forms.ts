import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiDeps, ApiServer } from '../../deps.js'
import { refuseCall } from '../../http/answers/refuse-call.js'

/** What an app sends, by name: each once, and what is empty is not there (RFC 6749, 3.2). */
export type Form = Record<string, string>

/** Bodies of calls registered on `app` after this are forms; what cannot be read as one is the words that say why. */
export function readForms(app: ApiServer): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('*', { parseAs: 'string' }, (request, body, done) => {
    const isForm = /^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.headers['content-type'] ?? '')
    done(null, isForm ? formOf(body) : notForm)
  })
}

const notForm = 'The body has to be application/x-www-form-urlencoded.'

function formOf(body: string): Form | string {
  const given = [...new URLSearchParams(body)].filter(([, value]) => value !== '')
  const form = Object.fromEntries(given)
  return Object.keys(form).length === given.length ? form : 'A parameter stands in the body twice.'
}

/** What is wrong, as RFC 6749 has apps told (5.2). */
export type OAuthProblem = { status: number; error: string; description: string }

export function sendProblem(reply: FastifyReply, { status, error, description }: OAuthProblem): FastifyReply {
  if (status === 401) reply.header('www-authenticate', 'Basic realm="Posthorn"')
  return reply.code(status).send({ error, error_description: description })
}

type Answer = (form: Form, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** A call that apps make with a form. */
export function postForm(app: ApiServer, deps: ApiDeps, url: string, answer: Answer): void {
  app.post(url, { schema: { hide: true } }, async (request, reply) => {
    if (!deps.settings().EnableOAuthServiceProvider) return refuseCall(reply, 'tokens_off')
    const form = (request.body ?? notForm) as Form | string
    if (typeof form !== 'string') return answer(form, request, reply)
    return sendProblem(reply, { status: 400, error: 'invalid_request', description: form })
  })
}
