import { calls, fileChecks } from '@posthorn/contract'
import { countStoredFiles, filesOfPost, storedFilesAfter } from '@posthorn/db'
import { type Storage, StorageAway } from '@posthorn/files'
import { orphansIn } from '../../files/clean.js'
import { serve } from '../../http/serve-calls.js'
import { fileObject } from '../../objects/file-object.js'
import { refused } from '../../refusals/refused.js'

/** A bucket answers many requests at once. */
const askedAtOnce = 20

export const listMissingFiles = serve(calls.listMissingFiles, async ({ deps: { db, files }, query }) => {
  if (!files) return refused('files_off')
  const ids = await storedFilesAfter(db, query.after ?? '', fileChecks.perPage)
  const missing = await orAway(missingOf(files.storage, ids))
  if (missing === 'away') return refused('storage_away')
  const stillThere = await filesOfPost(db, missing) // some may have been deleted meanwhile
  return {
    total: await countStoredFiles(db),
    checked: ids.length,
    missing: stillThere.map(fileObject),
    next: ids.length === fileChecks.perPage ? (ids.at(-1) ?? '') : '',
  }
})

async function missingOf(storage: Storage, ids: string[]): Promise<string[]> {
  const missing: string[] = []
  for (let at = 0; at < ids.length; at += askedAtOnce) {
    const asked = ids.slice(at, at + askedAtOnce)
    const found = await Promise.all(asked.map(id => storage.has(id)))
    missing.push(...asked.filter((_, index) => !found[index]))
  }
  return missing
}

export const countOrphanFiles = serve(calls.countOrphanFiles, async ({ deps: { db, files, nowMs } }) => {
  if (!files) return refused('files_off')
  const { storage } = files
  const until = performance.now() + fileChecks.orphanSeconds * 1000
  const count = async () => {
    let [listed, orphans] = [0, 0]
    for await (const page of orphansIn({ db, storage, nowMs })) {
      listed += page.listed
      orphans += page.orphans.length
      if (performance.now() > until) return { listed, orphans, complete: false }
    }
    return { listed, orphans, complete: true }
  }
  const counted = await orAway(count())
  return counted === 'away' ? refused('storage_away') : counted
})

async function orAway<Result>(asked: Promise<Result>): Promise<Result | 'away'> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof StorageAway) return 'away'
    throw error
  }
}
