import { createHash } from 'node:crypto'
import { base32, importedTail, postId } from '@posthorn/core'
import type { Db } from '../connection/open.js'
import { ms } from '../connection/time.js'

type ImportKind = 'team' | 'user' | 'channel' | 'hook' | 'post' | 'file'

/** An object where it comes from. `order`: among posts of the same millisecond. */
export type SourceObject = { source: string; kind: ImportKind; id: string; createAt: number; order?: number }

/**
 * Returns the ID that an imported object gets: of its own time, and the same whenever it is imported. Posts of split messages
 * are numbered by `part`, from 1.
 */
export function importedId({ source, kind, id, createAt, order = 0 }: SourceObject, part = 0): string {
  const bytes = createHash('sha256')
    .update(JSON.stringify([source, kind, id]))
    .digest()
  return postId(`${base32(createAt, 10)}${importedTail(bytes, order)}00`, part)
}

/** Notes that the import of a source began. @returns when it first did */
export async function startImport(db: Db, row: { source: string; startedAt: number }): Promise<number> {
  await db.import.createMany({ data: [row], skipDuplicates: true })
  const { startedAt } = await db.import.findUniqueOrThrow({ where: { source: row.source } })
  return ms(startedAt)
}

export async function isImportStarted(db: Db, source: string): Promise<boolean> {
  return (await db.import.count({ where: { source } })) > 0
}
