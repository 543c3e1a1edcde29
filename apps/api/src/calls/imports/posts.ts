import { calls, type ImportPost } from '@posthorn/contract'
import { htmlVersion, type ImportedReading } from '@posthorn/core'
import {
  type ImportedPost,
  importedId,
  isImportStarted,
  knownTargets,
  postPlaces,
  systemUserId,
  writeImportedPosts,
} from '@posthorn/db'
import type { z } from 'zod'
import type { ApiDeps } from '../../deps.js'
import { serve } from '../../http/serve-calls.js'
import { Refused, refused } from '../../refusals/refused.js'

type Row = z.output<typeof ImportPost>
type Skipped = { key: string; reason: string }
type Placed = { row: Row; id: string; rootId: string }

/** Renders only what is not stored yet, so that repeating an import is quick. */
export const importPosts = serve(calls.importPosts, async ({ deps, caller, body }) => {
  if (!(await isImportStarted(deps.db, body.source))) return refused('no_such_import')
  const { placed, skipped, known } = await place(deps, body.source, body.posts)
  const messages = placed.map(({ row }) => ({ ...row, hasFiles: row.file_ids.length > 0 }))
  const characters = messages.reduce((sum, row) => sum + row.message.length + weightOf(row), 0)
  const read = await deps.texts.run(caller.user.id, 'composeAllImported', messages, characters)
  if (read instanceof Refused) return read
  const composed = placed.map((one, at) => compose(body.source, one, read[at]))
  const created = await writeImportedPosts(
    deps.db,
    composed.flatMap(one => (Array.isArray(one) ? one : [])),
    caller.user.id,
  )
  return { created, known, skipped: [...skipped, ...composed.filter(isSkipped)] }
})

const weightOf = ({ blocks, attachments }: Row) => JSON.stringify([blocks, attachments]).length

const isSkipped = (one: ImportedPost[] | Skipped): one is Skipped => !Array.isArray(one)

/** Finds which posts are new, and what they belong to. */
async function place({ db }: ApiDeps, source: string, rows: Row[]) {
  const ids = rows.map(row => idOfImportedPost(source, row))
  const rootIds = rows.flatMap(({ root }) => (root ? [idOfImportedPost(source, root)] : []))
  const places = await postPlaces(db, [...new Set([...ids, ...rootIds])])
  const channelOf = new Map([...places, ...rows.map((row, at) => [ids[at] ?? '', row.channel_id] as const)])
  const targets = await knownTargets(db, {
    channelIds: rows.map(row => row.channel_id),
    userIds: rows.map(row => row.user_id),
  })
  const [placed, skipped]: [Placed[], Skipped[]] = [[], []]
  for (const [at, row] of rows.entries()) {
    const id = ids[at] ?? ''
    if (places.has(id)) continue
    const reason = missingOf(row, targets)
    const rootId = row.root ? idOfImportedPost(source, row.root) : ''
    if (reason !== undefined) skipped.push({ key: row.id, reason })
    else placed.push({ row, id, rootId: channelOf.get(rootId) === row.channel_id ? rootId : '' })
  }
  return { placed, skipped, known: rows.length - placed.length - skipped.length }
}

function missingOf({ channel_id, user_id }: Row, targets: Set<string>): string | undefined {
  if (!targets.has(channel_id)) return 'Its channel does not exist.'
  return user_id === '' || targets.has(user_id) ? undefined : 'Its author does not exist.'
}

/** A message has the ID of its first post, which also gets its files. */
export function idOfImportedPost(
  source: string,
  { id, create_at, order }: Pick<Row, 'id' | 'create_at' | 'order'>,
): string {
  return importedId({ source, kind: 'post', id, createAt: create_at, order }, 1)
}

function compose(
  source: string,
  { row, id, rootId }: Placed,
  read: ImportedReading | undefined,
): ImportedPost[] | Skipped {
  if (read?.outcome !== 'composed') return { key: row.id, reason: read?.detail ?? '' }
  const { id: key, create_at: createAt, order } = row
  const fileIds = row.file_ids.map(file => importedId({ source, kind: 'file', id: file, createAt }))
  return read.posts.map(({ message, html, type, props }, at) => ({
    id: at === 0 ? id : importedId({ source, kind: 'post', id: key, createAt, order }, at + 1),
    ...{ createAt, rootId, message, html, htmlVersion, type, props: JSON.stringify(props) },
    userId: row.user_id || systemUserId,
    channelId: row.channel_id,
    fileIds: at === 0 ? fileIds : [],
  }))
}
