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
  app.addContentTypeParser<string>(
    '*',
    { parseAs: 'string' },
    async (request: FastifyRequest, body: string) => {
      const type = request.headers['content-type'] ?? ''
      if (urlencoded.test(type)) return formOf([...new URLSearchParams(body)])
      return multipart.test(type) ? readMultipart(body, type) : notForm
    },
  )
}

const urlencoded = /^application\/x-www-form-urlencoded\s*(;|$)/i
const multipart = /^multipart\/form-data\s*;/i
const notForm = 'The body must be application/x-www-form-urlencoded or multipart/form-data.'

async function readMultipart(body: string, type: string): Promise<Form | string> {
  const given = await new Response(body, { headers: { 'content-type': type } })
    .formData()
    .catch(() => undefined)
  if (!given) return 'The body is not valid multipart/form-data.'
  const fields = [...given].filter((field): field is [string, string] => typeof field[1] === 'string')
  return fields.length === [...given].length ? formOf(fields) : 'A parameter is a file.'
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
