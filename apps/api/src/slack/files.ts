import { isId } from '@posthorn/core'
import { newId, newSecret } from '@posthorn/server'
import { type SlackResult, slackFailure } from './answers.js'
import { deliver, isDelivered, type SendingCall, storedIn, textArgument } from './deliver.js'
import { asSlackFailure } from './senders.js'

/** Returns a URL that accepts one file of this length for an hour. */
export async function getUploadUrl(call: SendingCall): Promise<SlackResult> {
  const { args, deps, origin, sender } = call
  const [name, bytes] = [textArgument(args, 'filename'), Number(args.length)]
  if (name === '') return slackFailure('invalid_arguments', 'Send the filename.')
  if (!Number.isSafeInteger(bytes) || bytes < 1)
    return slackFailure('invalid_arguments', 'Send the length of the file in bytes.')
  const { hook, user, standing } = sender
  const [fileId, secret] = [newId(), newSecret()]
  const { userId, ownerId, teamId } = hook
  const uploader = { userId, hookId: user ? '' : hook.id, ownerId, teamId }
  const issued = await deps.uploads.issue(secret, {
    fileId,
    name: name.slice(0, maxNameLength),
    bytes,
    ...uploader,
  })
  if (issued === 'away') return slackFailure('service_unavailable')
  if (issued !== 'issued') return { error: 'ratelimited', standing: issued }
  return { fields: { upload_url: `${origin}/uploads/${secret}`, file_id: fileId }, standing }
}

/** Tickets have shorter ones, which take time to clean. */
const maxNameLength = 1000

/** Posts uploaded files in one message, and waits for its outcome. */
export async function completeUpload(call: SendingCall): Promise<SlackResult> {
  const { args, message, sender } = call
  const files = filesIn(args.files)
  if (!files) return slackFailure('invalid_arguments', 'Send files as a list of objects with an id.')
  if (!files.every(({ id }) => isId(id))) return slackFailure('file_not_found')
  const channel = textArgument(args, 'channel_id') || textArgument(args, 'channels')
  if (channel.includes(','))
    return slackFailure('invalid_arguments', 'A file can be in one channel. Upload it again for another.')
  if (channel === '' && sender.user)
    return slackFailure(
      'invalid_arguments',
      'Name a channel in channel_id. Files are only stored in messages.',
    )
  const sent = await deliver(call, { message })
  return isDelivered(sent) ? { fields: { files }, ...storedIn(sent) } : asSlackFailure(sent)
}

/** Returns undefined unless all are objects with an id. */
function filesIn(given: unknown): { id: string; title: string }[] | undefined {
  if (!Array.isArray(given) || given.length === 0) return undefined
  const files = given.map(file => ({ id: textOf(file, 'id'), title: textOf(file, 'title') }))
  return files.every(({ id }) => id !== '') ? files : undefined
}

function textOf(file: unknown, name: 'id' | 'title'): string {
  const value =
    file !== null && typeof file === 'object' ? (file as Record<string, unknown>)[name] : undefined
  return typeof value === 'string' ? value : ''
}
