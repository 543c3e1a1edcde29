import { fileLimits } from '@posthorn/contract'
import {
  type Db,
  endedFiles,
  endFilesWithoutPost,
  endUnpostedFiles,
  forgetFiles,
  storedFilesAfter,
  unknownFiles,
} from '@posthorn/db'
import { fileIdOf, type Storage } from '@posthorn/files'
import type { Log } from '@posthorn/server'
import { deleteStored } from './pictures/store-thumbnail.js'

export const fileEvents = [
  ...(['uploaded', 'upload_failed', 'deleted', 'orphan_deleted', 'bytes_missing'] as const),
]
export type FileEvent = (typeof fileEvents)[number]

type Cleaning = {
  db: Db
  storage: Storage
  log: Log
  count: (event: FileEvent, by?: number) => void
  nowMs: () => number
}

const atOnce = 200

/**
 * Deletes files of deleted posts, and files without a post for a day. Running it twice at once changes nothing, so several
 * processes may do it.
 */
export async function cleanFiles(cleaning: Cleaning, closing: AbortSignal): Promise<void> {
  const { db, storage, count, nowMs } = cleaning
  await endUnpostedFiles(db, { beforeMs: nowMs() - fileLimits.unpostedSeconds * 1000 })
  for (let ids = ['']; ids.length > 0 && !closing.aborted; ) {
    ids = await endedFiles(db, atOnce)
    for (const id of ids) await deleteStored(storage, id)
    await forgetFiles(db, ids) // only now, so that a file is never forgotten while its bytes remain
    count('deleted', ids.length)
  }
}

/** What the check found. */
export type FileCheck = { orphans: number; missing: string[] }

/**
 * Compares the storage with the table: deletes bytes that have had no row for a day, which an interrupted upload leaves,
 * ends files whose post was never written, and finds rows without bytes.
 */
export async function checkFiles(
  { db, storage, log, count, nowMs }: Cleaning,
  closing: AbortSignal,
): Promise<FileCheck> {
  let orphans = 0
  for await (const found of orphansIn({ db, storage, nowMs })) {
    for (const id of found.orphans) await storage.delete(id)
    orphans += found.orphans.length
    if (closing.aborted) break
  }
  const missing = await checkRows(
    db,
    { storage, beforeMs: nowMs() - fileLimits.unpostedSeconds * 1000 },
    closing,
  )
  count('orphan_deleted', orphans)
  count('bytes_missing', missing.length)
  if (missing.length > 0)
    log.warn({ files: missing.slice(0, 20), count: missing.length }, 'files without bytes')
  return { orphans, missing }
}

/** Lists the storage, a few hundred files at once: how many they are, and those that have had no row for a day. */
export async function* orphansIn({ db, storage, nowMs }: Pick<Cleaning, 'db' | 'storage' | 'nowMs'>) {
  for await (const ids of storage.list(nowMs() - fileLimits.unpostedSeconds * 1000)) {
    const unknown = new Set(await unknownFiles(db, ids.map(fileIdOf)))
    yield { listed: ids.length, orphans: ids.filter(id => unknown.has(fileIdOf(id))) }
  }
}

async function checkRows(
  db: Db,
  { storage, beforeMs }: { storage: Storage; beforeMs: number },
  closing: AbortSignal,
): Promise<string[]> {
  const missing: string[] = []
  for (let after = ''; !closing.aborted; ) {
    const ids = await storedFilesAfter(db, after, atOnce)
    await endFilesWithoutPost(db, ids, beforeMs)
    for (const id of ids) if (!(await storage.has(id))) missing.push(id)
    after = ids.at(-1) ?? ''
    if (ids.length < atOnce) break
  }
  return missing
}
