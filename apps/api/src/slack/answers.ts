import { isTransient } from '@posthorn/db'
import {
  callerRequestId,
  discardRest,
  type Log,
  type RateLimitStatus,
  type StoredDelivery,
  setDeliveryHeaders,
  setRateLimitHeaders,
} from '@posthorn/server'
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import { type SlackErrorCode, slackErrors } from './errors.js'

/** An error of Slack's API. `more`: further fields of the response. */
export type SlackFailure = SlackFacts & {
  error: SlackErrorCode
  detail?: string | undefined
  more?: Record<string, unknown>
}

/** What headers say: the caller's usage, and the delivery that the call stored. */
type SlackFacts = StoredDelivery & { standing?: RateLimitStatus | undefined }

/** The result of a method: an error, or the fields of the response. `warnings`: arguments without effect. */
export type SlackResult =
  | SlackFailure
  | (SlackFacts & { fields: Record<string, unknown>; warnings?: string[] })

/** Returns an error of Slack's API. */
export function slackFailure(
  error: SlackErrorCode,
  detail?: string,
  more: Record<string, unknown> = {},
): SlackFailure {
  return { error, detail, more }
}

/** Sends a result as Slack does: status 200 also for errors, except for those after which clients should retry. */
export function sendSlack(reply: FastifyReply, result: SlackResult): FastifyReply {
  if (result.standing) setRateLimitHeaders(reply, result.standing)
  setDeliveryHeaders(reply, result)
  reply.header('cache-control', 'no-store').type('application/json')
  if ('error' in result) return sendError(reply, result)
  const { fields, warnings = [] } = result
  const notes = warnings.map(name => `${name} has no effect`)
  return reply.send({
    ok: true,
    ...fields,
    ...(notes.length > 0 && { warning: notes.join(','), response_metadata: { warnings: notes } }),
  })
}

function sendError(reply: FastifyReply, { error, detail, more, standing }: SlackFailure): FastifyReply {
  discardRest(reply)
  const { message, status = 200 } = slackErrors[error] as { message: string; status?: number }
  if (status !== 200) reply.header('retry-after', standing?.resetSeconds ?? 1)
  const words = detail ? `${message} ${detail}` : message
  return reply
    .code(status)
    .send({ ok: false, error, ...more, response_metadata: { messages: [`[ERROR] ${words}`] } })
}

/** Answers errors that methods throw as Slack does. Logs those that nobody foresaw. */
export function answerSlackErrors(app: FastifyInstance, log: Log): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const code = isTransient(error) ? 'service_unavailable' : 'fatal_error'
    const ids = { request_id: request.id, caller_request_id: callerRequestId(request.headers) }
    if (code === 'fatal_error')
      log.error({ err: error, ...ids, route: request.routeOptions.url }, 'request failed')
    return sendSlack(reply, slackFailure(code))
  })
}
