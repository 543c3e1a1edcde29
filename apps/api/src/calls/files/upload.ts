import { Id, uploadFiles as uploadCall } from '@posthorn/contract'
import { addFiles } from '@posthorn/db'
import type { Files } from '../../files/files.js'
import { type Received, receiveFiles, uploadIn } from '../../files/receive.js'
import { payerOf } from '../../http/callers/caller.js'
import { requireMember } from '../../http/guards/requirements.js'
import { type Context, serve } from '../../http/serve-calls.js'
import { fileObject } from '../../objects/file-object.js'
import { Refused, refused } from '../../refusals/refused.js'

type Uploading = Context<typeof uploadCall>

export const uploadFiles = serve(uploadCall, async context => {
  const { deps, caller, request } = context
  const { files } = deps
  if (!files) return refused('files_off')
  const { key, userId: ownerId } = payerOf(caller.session)
  const upload = uploadIn(request, { userId: caller.user.id, hookId: '', ownerId })
  const turn = await files.inTurn(key, () => receiveFiles(files, upload))
  if (turn.outcome === 'busy') return refused('upload_busy')
  const received = turn.result
  return received instanceof Refused ? received : keep(context, files, received)
})

/** Records received files if their channel may have them. Clients send `channel_id` after the files. */
async function keep(context: Uploading, files: Files, { files: received, fields, discard }: Received) {
  const { deps, caller, teamId } = context
  try {
    const channel =
      received.length === 0
        ? refused('bad_file_upload', 'It has no file.')
        : await channelFor(context, fields)
    if (channel instanceof Refused) {
      await discard()
      return channel
    }
    const common = {
      userId: caller.user.id,
      hookId: '',
      teamId,
      channelId: channel.id,
      createAt: deps.nowMs(),
    }
    const rows = received.map(file => ({ ...file, ...common, postId: '' }))
    await addFiles(deps.db, rows)
    files.count('uploaded', rows.length)
    const clientIds = fields.flatMap(([name, value]) => (name === 'client_ids' ? [value] : []))
    return { file_infos: rows.map(fileObject), client_ids: clientIds }
  } catch (error) {
    await discard()
    throw error
  }
}

async function channelFor({ deps, caller, teamId }: Uploading, fields: [string, string][]) {
  const channel = Id.safeParse(fields.find(([name]) => name === 'channel_id')?.[1])
  if (!channel.success) return refused('bad_parameter', 'Send the ID of a channel as channel_id.')
  const reached = await requireMember(deps, caller, { team: teamId, channel: channel.data })
  if (reached instanceof Refused)
    return refused(reached.refusal === 'no_such_channel' ? 'no_such_channel' : 'no_permission_api')
  return reached.channel.deleteAt > 0 ? refused('archived_for_posts') : reached.channel
}
