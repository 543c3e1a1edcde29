import { type Payload, postId } from '@posthorn/core'
import { claimFiles, type Db, type Destination, findOutcomes, type PostFile } from '@posthorn/db'
import type { Ready } from './changes.js'

/** The files of deliveries by their ids, as JSON. */
export type FilesOf = ReadonlyMap<string, string>

/**
 * Gives the files that deliveries name to their first posts, whose ids are fixed, so that a repeated batch claims them again.
 * A delivery that may not have one of them is refused in `destinations`. Files whose post was never written are found by the
 * daily check.
 */
export async function claimAll(
  db: Db,
  readable: Ready[],
  destinations: Map<string, Destination>,
): Promise<FilesOf> {
  const naming = await unsettled(
    db,
    readable.filter(({ payload }) => payload.fileIds.length > 0),
  )
  const claimed = new Map<string, string>()
  for (const { delivery, payload } of naming) {
    const at = destinations.get(delivery.id)
    if (at?.outcome !== 'found') continue
    if (delivery.change) {
      payload.ignored.push('file_ids (an edit keeps the files of its post)')
      continue
    }
    const files = await claim(db, delivery.id, payload, at)
    if (files) claimed.set(delivery.id, JSON.stringify(files))
    else
      destinations.set(delivery.id, { outcome: 'refused', hook: at.hook, reason: 'foreign_file', detail: '' })
  }
  return claimed
}

/** Leaves out deliveries that were recorded before, because a repeated call with files of its own has the id of the first. */
async function unsettled(db: Db, naming: Ready[]): Promise<Ready[]> {
  if (naming.length === 0) return naming
  const settled = await findOutcomes(
    db,
    naming.map(({ delivery }) => delivery.id),
  )
  const ids = new Set(settled.map(({ id }) => id))
  return naming.filter(({ delivery }) => !ids.has(delivery.id))
}

function claim(
  db: Db,
  deliveryId: string,
  { fileIds: ids }: Payload,
  { hook, channel }: Destination & { outcome: 'found' },
): Promise<PostFile[] | undefined> {
  const uploader = { userId: hook.userId, hookId: hook.isUser ? '' : hook.id }
  return claimFiles(db, { ids, postId: postId(deliveryId, 1), ...uploader, channelId: channel.id })
}
