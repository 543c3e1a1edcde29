import { calls, exportFile as exportCall, importFile as importCall } from '@posthorn/contract'
import { addFiles, findFile, importedId, isImportStarted, postPlaces, unknownFiles } from '@posthorn/db'
import type { Files } from '../../files/files.js'
import { receiveFiles, uploadIn } from '../../files/receive.js'
import { FileAnswer } from '../../files/send-file.js'
import { payerOf } from '../../http/callers/caller.js'
import { type Context, serve } from '../../http/serve-calls.js'
import { Refused, refused } from '../../refusals/refused.js'
import { idOfImportedPost } from './posts.js'

/** A file's ID is made like that of its post. */
const fileIdIn = (source: string, { id, create_at }: { id: string; create_at: number }) =>
  importedId({ source, kind: 'file', id, createAt: create_at })

/** Posts that exist get no files, because an import changes nothing that exists. */
export const checkImportFiles = serve(
  calls.checkImportFiles,
  async ({ deps, body: { source, files: wanted } }) => {
    const ids = wanted.map(file => fileIdIn(source, file))
    const posts = wanted.map(({ post_id, create_at, order }) =>
      idOfImportedPost(source, { id: post_id, create_at, order }),
    )
    const unknown = new Set(await unknownFiles(deps.db, ids))
    const places = await postPlaces(deps.db, posts)
    const isMissing = wanted.map((_, at) => unknown.has(ids[at] ?? ''))
    return {
      missing: wanted.filter((_, at) => isMissing[at] && !places.has(posts[at] ?? '')).map(({ id }) => id),
      known: wanted.filter((_, at) => !isMissing[at]).map(({ id }) => id),
      limit_bytes: deps.files?.fileLimitBytes ?? 0,
    }
  },
)

type Importing = Context<typeof importCall>

export const importFile = serve(importCall, async context => {
  const { deps, query } = context
  if (!deps.files) return refused('files_off')
  if (!(await isImportStarted(deps.db, query.source))) return refused('no_such_import')
  const id = fileIdIn(query.source, query)
  const [unknown] = await unknownFiles(deps.db, [id])
  return unknown === undefined ? { id, is_new: false } : store(context, deps.files, id)
})

/** Stores a file as the importing administrator's, until its post claims it. */
async function store({ deps, caller, query, request }: Importing, files: Files, id: string) {
  const by = { userId: caller.user.id, hookId: '' }
  const ownerId = payerOf(caller.session).userId
  const upload = uploadIn(request, { ...by, ownerId }, { id, name: query.name, bytes: query.bytes })
  const turn = await files.inTurn(payerOf(caller.session).key, () => receiveFiles(files, upload))
  if (turn.outcome === 'busy') return refused('upload_busy')
  const received = turn.result
  if (received instanceof Refused) return received
  const own = { ...by, teamId: '', channelId: '', createAt: deps.nowMs() }
  const rows = received.files.map(file => ({ ...file, ...own }))
  const added = await addFiles(deps.db, rows).catch(async error => {
    await received.discard()
    throw error
  })
  files.count('uploaded', added)
  return { id, is_new: added > 0 } // a call at the same time may have stored the same bytes
}

export const exportFile = serve(exportCall, async ({ deps, params }) => {
  const { files } = deps
  if (!files) return refused('files_off')
  const file = await findFile(deps.db, params.file)
  return file && file.postId !== '' ? new FileAnswer(files.storage, file, 'saved') : refused('no_such_file')
})
