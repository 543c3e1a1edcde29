import type { Refusal } from '@posthorn/server'
import type { FastifySchema } from 'fastify'
import type { z } from 'zod'
import { type Answers, bare, inJson, refusing, tooMany } from './answers.js'
import type { CallWords } from './call-words.js'

/** A call as it is registered below /api/v3: `GET`, `/users/{user}/get`, and the schema of its route. */
export type Call = { method: string; path: string; schema: FastifySchema }

const someSession = [{ token: [] }, { cookie: [] }]

/** A route's schema with what the document says beyond it. */
export function describe(call: Call, words: CallWords): FastifySchema {
  const { schema } = call
  const { tag, summary, description, open } = words
  return {
    ...schema,
    operationId: operationIdOf(call),
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    ...(open && { security: open === 'anybody' ? [] : [{}, ...someSession] }),
    querystring: words.query,
    body: words.body,
    response: answersOf(call, words),
  }
}

/** `GET`, `/users/{user}/get` → `getUsersUserGet`. */
function operationIdOf({ method, path }: Call): string {
  const words = path.split(/[^a-z0-9]+/i).filter(word => word !== '')
  return method.toLowerCase() + words.map(word => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function answersOf(call: Call, words: CallWords): Answers {
  const { response = {} } = call.schema as { response?: Record<number, z.ZodType> }
  const good = response[200] ? { 200: inJson(words.answer, response[200]) } : { 101: bare(words.answer) }
  return {
    ...good,
    ...(words.etag && { 304: bare('Nothing changed since the answer whose ETag was sent.') }),
    ...refusing(refusalsOf(call, words)),
    429: tooMany,
  }
}

function refusalsOf({ method, path }: Call, { open, body, query, refusals = [] }: CallWords): Refusal[] {
  const [named, posts] = [path.includes('{'), method === 'POST']
  const common: [Refusal, boolean][] = [
    ['token_in_query', true],
    ['no_session', open === undefined],
    ['bad_request', named || posts],
    ['bad_parameter', named || body !== undefined || query !== undefined],
    ['no_such_call', named],
    ['body_too_large', posts],
    ['unavailable', true],
  ]
  return [...common.filter(([, applies]) => applies).map(([refusal]) => refusal), ...refusals]
}
