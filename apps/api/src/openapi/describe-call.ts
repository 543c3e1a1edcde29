import type { Call, RefusalName } from '@posthorn/contract'
import type { FastifySchema } from 'fastify'
import { refusedBy } from '../http/guards/guards.js'
import { refusedWhenOff } from '../http/rights/switches.js'
import { refusals } from '../refusals/index.js'
import { type Answers, bare, inBytes, inJson, refusalAnswers } from './answers.js'

const anySession = [{ token: [] }, { cookie: [] }]

/** Returns a call's schema, from which the document is built. */
export function describeCall(call: Call): FastifySchema {
  const { operationId, tag, summary, description, params, query, parts, body = parts } = call
  return {
    operationId,
    tags: [tag],
    ...(parts && { consumes: ['multipart/form-data'] }),
    summary,
    ...(description !== undefined && { description }),
    ...securityOf(call),
    params,
    querystring: query,
    body,
    response: answersOf(call),
  }
}

/** A person's session, an app's token with this scope, or no session if the call allows it. */
function securityOf({ allow, scope }: Call) {
  if (allow === 'anybody') return { security: [] }
  const nobody = allow === 'optional_user' ? [{}] : []
  const app = scope === 'none' ? [] : [{ oauth: [scope === 'profile' ? 'read' : scope] }]
  return { security: [...nobody, ...anySession, ...app] }
}

function answersOf(call: Call): Answers {
  const good = goodAnswer(call)
  return {
    ...good,
    ...(call.etag && { 304: bare('Nothing has changed since the answer with this ETag.') }),
    ...refusalAnswers(refusalsOf(call).map(name => refusals[name])),
  }
}

function goodAnswer({ answer, answerTypes, answers }: Call): Answers {
  if (answerTypes) return { 200: inBytes(answers, answerTypes) }
  return answer ? { 200: inJson(answers, answer) } : { 101: bare(answers) }
}

function refusalsOf(call: Call): RefusalName[] {
  const { route, allow, requires, params, query, body, searchedBy, errors = [] } = call
  const posts = route.startsWith('POST ')
  const common: [RefusalName, boolean][] = [
    ['token_in_query', true],
    ['bad_request', params !== undefined || posts],
    ['bad_parameter', [params, query, body, call.parts].some(part => part !== undefined)],
    ['no_such_call', params !== undefined],
    ['page_too_long', params !== undefined && 'limit' in params.shape],
    ['body_too_large', posts],
    ['api_body_too_slow', posts],
    ['no_room_for_api_body', posts],
    ['search_busy', searchedBy !== undefined],
    ['search_too_slow', searchedBy !== undefined],
    ['unavailable', true],
  ]
  const names = common.filter(([, applies]) => applies).map(([refusal]) => refusal)
  const whenOff = requires ? [refusedWhenOff[requires]] : []
  return [...names, ...whenOff, ...refusedBy[allow], ...errors]
}
