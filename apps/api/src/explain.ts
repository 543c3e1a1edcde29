import { isPassing } from '@posthorn/db'
import { refuse } from '@posthorn/server'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { TangledBody } from './json.js'

const retryAfterSeconds = 1

/** What was thrown as the refusal it means: a parameter that does not fit, Postgres away. The rest is the app's. */
export function explain(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (hasZodFastifySchemaValidationErrors(error)) {
    const details = error.validation.map(({ instancePath, message }) => `${instancePath.slice(1)} ${message}`)
    return refuse(reply, 'bad_parameter', `Invalid parameter: ${details.join('; ')}.`)
  }
  if ((error as FastifyError).code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return refuse(reply, 'body_too_large', `This call takes ${request.routeOptions.bodyLimit} bytes.`)
  if (error instanceof TangledBody) return refuse(reply, 'bad_request', error.message)
  if (isPassing(error)) return refuse(reply.header('retry-after', retryAfterSeconds), 'unavailable')
  throw error
}
