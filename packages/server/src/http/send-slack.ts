import type { FastifyReply } from 'fastify'
import { type SlackErrorCode, slackErrors } from '../refusals/slack.js'
import { discardRest } from './discard-rest.js'
import { type RateLimitStatus, setRateLimitHeaders } from './too-many-requests.js'

/** An error of Slack's API. `more`: further fields of the response. */
export type SlackFailure = {
  error: SlackErrorCode
  detail?: string | undefined
  more?: Record<string, unknown>
  standing?: RateLimitStatus | undefined
}

/** The result of a method: an error, or the fields of the response. `warnings`: arguments without effect. */
export type SlackResult =
  | SlackFailure
  | { fields: Record<string, unknown>; warnings?: string[]; standing?: RateLimitStatus | undefined }

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
