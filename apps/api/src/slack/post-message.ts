import { naturalTimestamp, postId, timestampText } from '@posthorn/core'
import { storedTimestamps } from '@posthorn/db'
import { type SlackResult, slackFailure } from './answers.js'
import { deliver, isDelivered, type SendingCall, storedIn, textArgument } from './deliver.js'
import { asSlackFailure } from './senders.js'

/** Posts a message, and waits for its outcome like a sender with `?wait=true`. */
export async function postMessage(call: SendingCall): Promise<SlackResult> {
  const { deps, sender, args, message } = call
  const channel = textArgument(args, 'channel')
  if (channel === '' && sender.user) return slackFailure('invalid_arguments', 'Name a channel.')
  const sent = await deliver(call, { message, key: textArgument(args, 'client_msg_id') || undefined })
  if (!isDelivered(sent)) return asSlackFailure(sent)
  // until there is a post, the delivery's first id stands for it
  const [id = postId(sent.delivery, 1)] = sent.posts
  const stored = await storedTimestamps(deps.db, [id]).catch(() => new Map<string, number>())
  const ts = timestampText(stored.get(id) ?? naturalTimestamp(id)) // that most likely will be stored
  const warnings = [...call.ignored, ...(sent.outcome === 'queued' ? [stillQueued] : [])]
  const fields = {
    channel: sent.channelId || channel || sender.hook.channelId,
    ts,
    message: slackMessage(call, ts),
  }
  return { fields, warnings, ...storedIn(sent) }
}

const stillQueued = 'waiting for the outcome'

/** Returns the message as its sender wrote it. */
export function slackMessage(
  { args, sender: { hook, user } }: SendingCall,
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
