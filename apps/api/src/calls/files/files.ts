import {
  calls,
  getFile as getCall,
  getFilePreview as previewCall,
  getFileThumbnail as thumbnailCall,
} from '@posthorn/contract'
import { filesOfPost, findChannels, findFile, findPost, type UploadedFile } from '@posthorn/db'
import type { ApiDeps } from '../../deps.js'
import { publicPath } from '../../files/public-link.js'
import { FileAnswer } from '../../files/send-file.js'
import type { Caller } from '../../http/callers/caller.js'
import { requireMember } from '../../http/guards/requirements.js'
import { mayRead } from '../../http/rights/rights.js'
import { type Context, serve } from '../../http/serve-calls.js'
import { fileObject } from '../../objects/file-object.js'
import { Refused, refused } from '../../refusals/refused.js'

/** Returns a file if the caller can read the channel of its post, or uploaded it. To others, it does not exist. */
async function readableFile(deps: ApiDeps, caller: Caller, id: string): Promise<UploadedFile | undefined> {
  const file = await findFile(deps.db, id)
  if (!file) return undefined
  if (file.postId === '') return file.userId === caller.user.id ? file : undefined
  const channel = (await findChannels(deps.db, [file.channelId])).get(file.channelId)
  if (!channel) return undefined
  const isReadable =
    channel.type === 'D'
      ? await mayRead(deps.db, caller.user, channel.id)
      : !(
          (await requireMember(deps, caller, { team: channel.teamId, channel: channel.id })) instanceof
          Refused
        )
  return isReadable ? file : undefined
}

export const getFile = serve(getCall, async ({ deps, caller, params, query }) => {
  const { files } = deps
  if (!files) return refused('files_off')
  const file = await readableFile(deps, caller, params.file)
  return file
    ? new FileAnswer(files.storage, file, query.download ? 'saved' : 'shown')
    : refused('no_such_file')
})

type Asked = Pick<Context<typeof thumbnailCall>, 'deps' | 'caller' | 'params'>

async function thumbnailOf({ deps, caller, params }: Asked) {
  const { files } = deps
  if (!files) return refused('files_off')
  const file = await readableFile(deps, caller, params.file)
  if (file?.width === null) return refused('no_such_file', 'It has no thumbnail.')
  return file ? new FileAnswer(files.storage, file, 'thumbnail') : refused('no_such_file')
}

export const getFileThumbnail = serve(thumbnailCall, thumbnailOf)
export const getFilePreview = serve(previewCall, thumbnailOf)

export const getFileInfo = serve(calls.getFileInfo, async ({ deps, caller, params }) => {
  const file = await readableFile(deps, caller, params.file)
  return file ? fileObject(file) : refused('no_such_file')
})

export const getPublicFileLink = serve(
  calls.getPublicFileLink,
  async ({ deps, caller, params, request, reply }) => {
    const file = await readableFile(deps, caller, params.file)
    if (!file) return refused('no_such_file')
    const path = publicPath(deps.secretBox, file.id, deps.nowMs())
    if (!path) return refused('no_secrets_key')
    reply.type('application/json') // of a bare string, as clients of the reference read it
    return JSON.stringify((deps.baseUrl ?? `${request.protocol}://${request.host}`) + path)
  },
)

export const listFilesOfPost = serve(calls.listFilesOfPost, async ({ deps, channel, params }) => {
  const post = await findPost(deps.db, params.post)
  if (!post || post.deleteAt > 0 || post.channelId !== channel.id) return refused('no_such_post')
  const ids = (post.files ?? []).map(({ id }) => id)
  return (await filesOfPost(deps.db, ids)).map(fileObject)
})
