import { discordError, googleMessage, sentDiscordMessage } from '@posthorn/formats'
import {
  hookRefusals,
  limitExceeded,
  type RefusalWords,
  sendRefusal,
  setDeliveryHeaders,
  setRateLimitHeaders,
  tooManyRequests,
} from '@posthorn/server'
import type { FastifyReply } from 'fastify'
import type { Acceptance, PostRef } from '../call.js'

/** `adapter`: the one that the URL names. `origin`: the server's address for senders. */
type Asked = { adapter?: string | undefined; origin: string }

/** Maps each acceptance to its HTTP response. */
export function answer(
  reply: FastifyReply,
  acceptance: Acceptance,
  { adapter, origin }: Asked,
): FastifyReply {
  if (acceptance.standing) setRateLimitHeaders(reply, acceptance.standing)
  setDeliveryHeaders(reply, acceptance)
  if (acceptance.replayed) reply.header('idempotent-replayed', 'true')
  const chat = chatAnswers[acceptance.sent?.adapter ?? adapter ?? '']
  return chat?.(reply, acceptance, origin) ?? usualAnswer(reply, acceptance)
}

function usualAnswer(reply: FastifyReply, acceptance: Acceptance): FastifyReply {
  switch (acceptance.outcome) {
    case 'accepted':
      return reply.header('content-type', 'text/plain').send('ok') // senders compare these two bytes
    case 'connected':
      return reply.header('content-type', 'text/plain').send('ok: the webhook is connected')
    case 'posted':
      return reply.send(postedBody(acceptance))
    case 'queued':
      return reply.code(202).send({ ok: true, status: 'queued', delivery: acceptance.delivery, posts: [] })
    case 'limited':
      return tooManyRequests(reply, acceptance.standing)
    default:
      return sendRefusal(reply, hookRefusals[acceptance.outcome], acceptance.detail)
  }
}

/** `updated` and the like are only present if true. */
function postedBody({ delivery, as, posts }: Acceptance & { outcome: 'posted' }) {
  return { ok: true, delivery, ...(as !== 'posted' && { [as]: true }), posts }
}

/** Responds as another chat does. Returns undefined where the usual response suits its clients. */
type ChatAnswer = (reply: FastifyReply, acceptance: Acceptance, origin: string) => FastifyReply | undefined

/** What clients of other chats expect, by the adapter that read the call (docs/behaviour.md, payloads of other chats). */
const chatAnswers: Readonly<Record<string, ChatAnswer>> = {
  discord: answerDiscord,
  googlechat: answerGoogle,
  teams: (reply, { outcome }) =>
    outcome === 'accepted' ? reply.header('content-type', 'text/plain').send('1') : undefined,
}

function answerDiscord(reply: FastifyReply, acceptance: Acceptance, origin: string): FastifyReply {
  switch (acceptance.outcome) {
    case 'accepted':
    case 'connected':
      return reply.code(204).send()
    case 'posted':
      if (acceptance.as === 'deleted') return reply.code(204).send()
      return reply.send(sentMessage(origin, acceptance, acceptance.posts[0]))
    case 'queued':
      return reply.code(202).send(sentMessage(origin, acceptance, undefined))
    case 'limited':
      return refuseDiscord(reply, limitExceeded, acceptance, acceptance.standing?.resetSeconds ?? 1)
    default:
      return refuseDiscord(reply, hookRefusals[acceptance.outcome], acceptance)
  }
}

function refuseDiscord(
  reply: FastifyReply,
  words: RefusalWords,
  acceptance: Acceptance,
  retryAfterSeconds = words.retryAfterSeconds,
): FastifyReply {
  const more = discordError(acceptance.outcome, retryAfterSeconds)
  const detail = 'detail' in acceptance ? acceptance.detail : undefined
  return sendRefusal(reply, { ...words, ...(retryAfterSeconds && { retryAfterSeconds }), more }, detail)
}

/** Returns what was sent as Discord's message. */
function sentMessage(
  origin: string,
  { delivery = '', sent, ...answer }: Acceptance,
  post: PostRef | undefined,
): object {
  const editedAt = 'as' in answer && answer.as === 'updated' ? Date.now() : 0
  return sentDiscordMessage(
    { json: '', hookId: '', channelId: '', ...sent, delivery, post, editedAt },
    origin,
  )
}

function answerGoogle(reply: FastifyReply, acceptance: Acceptance): FastifyReply | undefined {
  if (acceptance.outcome !== 'accepted' && acceptance.outcome !== 'posted') return undefined
  const [post] = acceptance.outcome === 'posted' ? acceptance.posts : []
  const channelId = post?.channel_id ?? acceptance.sent?.channelId ?? ''
  return reply.send(googleMessage(channelId, post?.id ?? acceptance.delivery))
}
