import { isId, timeOf } from '@posthorn/core'
import { discordFiles, discordMessage, withAddress } from '@posthorn/formats'
import {
  hookRefusals,
  limitExceeded,
  type RefusalWords,
  sendRefusal,
  setRateLimitHeaders,
} from '@posthorn/server'
import type { FastifyReply } from 'fastify'
import type { Acceptance, PostRef, SentJson } from '../call.js'

/**
 * Responds as another chat does. Returns undefined where the usual response suits its clients. `origin`: the server's address for
 * senders.
 */
type ChatAnswer = (reply: FastifyReply, acceptance: Acceptance, origin: string) => FastifyReply | undefined

/** What clients of other chats expect, by the adapter that read the call (docs/behaviour.md, payloads of other chats). */
export const chatAnswers: Readonly<Record<string, ChatAnswer>> = {
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
      return refuseDiscord(reply, limitExceeded, acceptance)
    default:
      return refuseDiscord(reply, hookRefusals[acceptance.outcome], acceptance)
  }
}

/** Discord's own numbers of errors. Zero is its general error. */
const discordCodes: Partial<Record<Acceptance['outcome'], number>> = {
  no_such_hook: 10015,
  no_such_post: 10008,
  no_text: 50006,
}

/** Adds what Discord's clients read: a number, and the seconds until a retry can help. */
function refuseDiscord(reply: FastifyReply, words: RefusalWords, acceptance: Acceptance): FastifyReply {
  const { outcome, standing } = acceptance
  const retryAfterSeconds = outcome === 'limited' ? (standing?.resetSeconds ?? 1) : words.retryAfterSeconds
  if (standing) setRateLimitHeaders(reply, standing)
  const more = {
    code: discordCodes[outcome] ?? 0,
    ...(retryAfterSeconds !== undefined && { retry_after: retryAfterSeconds, global: false }),
  }
  const detail = 'detail' in acceptance ? acceptance.detail : undefined
  return sendRefusal(reply, { ...words, ...(retryAfterSeconds && { retryAfterSeconds }), more }, detail)
}

/** Returns what was sent as a message. Until there is a post, the delivery's id stands for it. */
function sentMessage(
  origin: string,
  { delivery = '', sent, ...answer }: Acceptance,
  post: PostRef | undefined,
) {
  const { content = '', embeds = [], attachments, username = 'webhook' } = fieldsOf(sent)
  const isEdited = 'as' in answer && answer.as === 'updated'
  return discordMessage({
    id: post?.id ?? delivery,
    channelId: post?.channel_id ?? sent?.channelId ?? '',
    content,
    embeds,
    attachments: sent?.keptFiles ? discordFiles(sent.keptFiles, origin) : filesIn(attachments, origin),
    createdAt: post?.create_at ?? timeOf(delivery),
    editedAt: isEdited ? Date.now() : 0,
    hookId: sent?.hookId ?? '',
    username,
  })
}

type SentFields = { content?: string; embeds?: unknown[]; attachments?: unknown; username?: string }

/** Returns the files that were stored. */
function filesIn(attachments: unknown, origin: string): object[] {
  if (!Array.isArray(attachments)) return []
  return attachments.flatMap((file: { id?: unknown } | null) => {
    const id = file?.id
    return typeof id === 'string' && isId(id) ? [withAddress({ ...file, id }, origin)] : []
  })
}

/** The delivery was read from this JSON, so it is an object. */
function fieldsOf(sent: SentJson | undefined): SentFields {
  return sent === undefined || sent.json === '' ? {} : JSON.parse(sent.json)
}

function answerGoogle(reply: FastifyReply, acceptance: Acceptance): FastifyReply | undefined {
  if (acceptance.outcome !== 'accepted' && acceptance.outcome !== 'posted') return undefined
  const [post] = acceptance.outcome === 'posted' ? acceptance.posts : []
  const space = `spaces/${post?.channel_id ?? acceptance.sent?.channelId}`
  const id = post?.id ?? acceptance.delivery
  return reply.send({ name: `${space}/messages/${id}`, thread: { name: `${space}/threads/${id}` } })
}
