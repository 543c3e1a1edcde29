import { fieldsOfForm, isMultipart, readMultipart } from '@posthorn/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiDeps, ApiServer } from '../../deps.js'
import { refuseCall } from '../../http/answers/refuse-call.js'
import { switchedOff } from '../../http/rights/switches.js'

/** An app's parameters by name: each once; empty ones count as absent (RFC 6749, 3.2). */
export type Form = Record<string, string>

/**
 * Reads bodies of calls registered on `app` after this as forms. A body that is not a form becomes the error text.
 * Besides RFC 6749's own type, `multipart/form-data` is accepted, which clients send that pass a FormData on.
 */
export function readForms(app: ApiServer): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (request: FastifyRequest, body, done) =>
    done(null, readForm(body, request.headers['content-type'] ?? '')),
  )
}

const urlencoded = /^application\/x-www-form-urlencoded\s*(;|$)/i
const notForm = 'The body must be application/x-www-form-urlencoded or multipart/form-data.'

function readForm(body: Buffer, type: string): Form | string {
  if (urlencoded.test(type)) {
    const fields = fieldsOfForm(body.toString())
    return fields ? formOf([...fields]) : 'The body has too many parameters.'
  }
  if (!isMultipart(type)) return notForm
  const parts = readMultipart(body, type)
  if (!parts) return 'The body is not valid multipart/form-data, or has more than 100 parts.'
  return parts.files.length === 0 ? formOf(parts.fields) : 'A parameter is a file.'
}

function formOf(fields: [name: string, value: string][]): Form | string {
  const given = fields.filter(([, value]) => value !== '')
  const form = Object.fromEntries(given)
  return Object.keys(form).length === given.length ? form : 'A parameter appears twice in the body.'
}

/** An error as RFC 6749 describes it (5.2). */
export type OAuthProblem = { status: number; error: string; description: string }

export function sendProblem(reply: FastifyReply, { status, error, description }: OAuthProblem): FastifyReply {
  if (status === 401) reply.header('www-authenticate', 'Basic realm="Posthorn"')
  return reply.code(status).send({ error, error_description: description })
}

type Answer = (form: Form, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** A call that apps make with a form. */
export function postForm(app: ApiServer, deps: ApiDeps, url: string, answer: Answer): void {
  app.post(url, { schema: { hide: true } }, async (request, reply) => {
    if (switchedOff(deps, 'EnableOAuthServiceProvider')) return refuseCall(reply, 'tokens_off')
    const form = (request.body ?? notForm) as Form | string
    if (typeof form !== 'string') return answer(form, request, reply)
    return sendProblem(reply, { status: 400, error: 'invalid_request', description: form })
  })
}
