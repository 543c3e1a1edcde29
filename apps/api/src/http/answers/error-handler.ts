import { isTransient } from '@posthorn/db'
import { bodySizeWords } from '@posthorn/server'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { issueWords } from '../bodies/issue-words.js'
import { TooNestedBody } from '../bodies/read-json.js'
import { UnfinishedBody } from '../bodies/unfinished.js'
import { refuseCall } from './refuse-call.js'

/** Maps a thrown error to a refusal: an invalid parameter, or Postgres away. The app handles the rest. */
export function errorHandler(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (hasZodFastifySchemaValidationErrors(error)) {
    const details = error.validation.map(
      ({ instancePath, message }) => `${instancePath.slice(1)} ${issueWords(message)}`,
    )
    return refuseCall(reply, 'bad_parameter', `Invalid parameter: ${details.join('; ')}.`)
  }
  if ((error as FastifyError).code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return refuseCall(
      reply,
      'body_too_large',
      bodySizeWords({ 'content-length': request.headers['content-length'] }, request.routeOptions.bodyLimit),
    )
  if (error instanceof TooNestedBody) return refuseCall(reply, 'bad_request', error.message)
  if (error instanceof UnfinishedBody) return refuseBody(reply, error)
  if (isTransient(error)) return refuseCall(reply, 'unavailable')
  throw error
}

function refuseBody(reply: FastifyReply, { trouble }: UnfinishedBody): FastifyReply {
  switch (trouble) {
    case 'body_too_slow':
      return refuseCall(reply, 'api_body_too_slow')
    case 'no_room_for_body':
      return refuseCall(reply, 'no_room_for_api_body')
    case 'body_in_crumbs':
      return refuseCall(
        reply,
        'bad_request',
        'The body arrived in too many small pieces. Send it in larger ones.',
      )
  }
}
