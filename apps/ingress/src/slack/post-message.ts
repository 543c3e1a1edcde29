import { naturalTimestamp, postId, timestampText } from '@posthorn/core'
import { slackApiFormat } from '@posthorn/formats'
import { type SlackResult, slackFailure } from '@posthorn/server'
import type { Acceptance, PostRef } from '../call.js'
import { deliver, type MethodCall, textArgument } from './method-call.js'
import { asSlackFailure, type Sender } from './senders.js'

/** Posts a message, and waits for its outcome like a sender with `?wait=true`. */
export async function postMessage(call: MethodCall): Promise<SlackResult> {
  const { sender, args, facts, payload } = call
  const channel = textArgument(args, 'channel')
  if (channel === '' && sender.user) return slackFailure('invalid_arguments', 'Name a channel.')
  const acceptance = await deliver(call, payload.json, {
    format: senderFormat('chat.postMessage', sender),
    wait: true,
    idempotencyKey: facts.idempotencyKey ?? (textArgument(args, 'client_msg_id') || undefined),
  })
  if (acceptance.outcome !== 'posted' && acceptance.outcome !== 'queued') return asSlackFailure(acceptance)
  const post = postOf(acceptance, channel || sender.hook.channelId)
  const ts = await timestampOf(call, post.id)
  const warnings = [...payload.ignored, ...(acceptance.outcome === 'queued' ? [stillQueued] : [])]
  const fields = { channel: post.channel_id, ts, message: slackMessage(call, ts) }
  return { fields, warnings, ...storedIn(acceptance) }
}

/** Returns what headers say of an accepted delivery. */
export function storedIn({ standing, delivery, state }: Acceptance & { outcome: 'posted' | 'queued' }) {
  return { standing, delivery, state }
}

const stillQueued = 'waiting for the outcome'

/** Returns the first post. Until there is one, the delivery's first id stands for it. */
function postOf(
  acceptance: Acceptance & { outcome: 'posted' | 'queued' },
  channel: string,
): Pick<PostRef, 'id' | 'channel_id'> {
  const [post] = acceptance.outcome === 'posted' ? acceptance.posts : []
  return post ?? { id: postId(acceptance.delivery, 1), channel_id: channel }
}

/** Returns the timestamp that the worker stored. Without one, returns the one that it most likely will store. */
export async function timestampOf({ deps }: MethodCall, id: string): Promise<string> {
  const stored = await deps.slack.timestamps([id]).catch(() => new Map<string, number>())
  return timestampText(stored.get(id) ?? naturalTimestamp(id))
}

/** Returns the format of the sender's deliveries. */
export function senderFormat(method: string, { hook, user }: Sender) {
  return slackApiFormat(method, user && hook.teamId)
}

/** Returns the message as its sender wrote it. */
export function slackMessage(
  { args, sender: { hook, user } }: MethodCall,
  ts: string,
): Record<string, unknown> {
  const { attachments, blocks, thread_ts } = args
  return {
    type: 'message',
    subtype: 'bot_message',
    ts,
    text: textArgument(args, 'text'),
    username: textArgument(args, 'username') || user?.name || hook.displayName || 'webhook',
    bot_id: hook.id,
    ...(user && { user: hook.userId }),
    ...(thread_ts !== undefined && { thread_ts }),
    ...(Array.isArray(attachments) && { attachments }),
    ...(Array.isArray(blocks) && { blocks }),
  }
}
