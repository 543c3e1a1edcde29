import { deliveryOf, isId, numberInDelivery, readTimestamp } from '@posthorn/core'
import { findByTimestamp, type NamedPost } from '@posthorn/db'
import { type SlackFailure, type SlackResult, slackFailure } from './answers.js'
import { channelRef, deliver, isDelivered, type SendingCall, storedIn, textArgument } from './deliver.js'
import { slackMessage } from './post-message.js'
import { asSlackFailure } from './senders.js'

const changes = {
  'chat.update': { kind: 'edit', foreign: 'cant_update_message' },
  'chat.delete': { kind: 'delete', foreign: 'cant_delete_message' },
} as const

/** Updates or deletes a message of the sender, as an edit or deletion by its id does. */
export async function changeMessage(call: SendingCall, method: keyof typeof changes): Promise<SlackResult> {
  const { args, message } = call
  const target = await findTarget(call)
  if ('error' in target) return target
  const { kind, foreign } = changes[method]
  const change = { kind, target: wholeMessage(target.id) }
  const sent = await deliver(call, kind === 'edit' ? { message, change } : { change })
  if (!isDelivered(sent)) {
    // whether a message exists in a channel that is not public is nobody else's business
    const isForeign = sent.outcome === 'no_such_post' && target.isPublic
    return { ...asSlackFailure(sent), ...(isForeign && { error: foreign }) }
  }
  const ts = textArgument(args, 'ts')
  const fields = { channel: target.channelId, ts }
  const stored = storedIn(sent)
  if (kind === 'delete') return { fields, ...stored }
  const text = textArgument(args, 'text')
  return {
    fields: { ...fields, text, message: slackMessage(call, ts) },
    warnings: call.ignored,
    ...stored,
  }
}

/** A message of several posts is changed as one: by the id of the delivery. */
function wholeMessage(postId: string): string {
  return numberInDelivery(postId) === 1 ? deliveryOf(postId) : postId
}

/** Returns the message that `channel` and `ts` name. One that is still waiting to be posted is only known by its id. */
async function findTarget({ deps, sender, args }: SendingCall): Promise<NamedPost | SlackFailure> {
  const [channel, ts] = [textArgument(args, 'channel'), textArgument(args, 'ts')]
  if (channel === '') return slackFailure('invalid_arguments', 'Name a channel.')
  if (!isId(ts) && readTimestamp(ts) === undefined)
    return slackFailure('invalid_arguments', 'Send the ts of the message.')
  const found = await findByTimestamp(deps.db, channelRef(channel, sender.hook), ts)
  if (found) return found
  return isId(ts) && (await deps.slack.mayWait(deliveryOf(ts)))
    ? { id: ts, channelId: channel, isPublic: false }
    : slackFailure('message_not_found')
}
