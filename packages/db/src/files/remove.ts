import type { Db } from '../connection/open.js'

const endedAtOnce = 1000

/** Marks files without a post as deleted: those of a user, or those older than a time. */
export async function endUnpostedFiles(
  db: Db,
  { userId, beforeMs }: { userId?: string; beforeMs?: number },
): Promise<void> {
  await db.$executeRaw`
    UPDATE files SET delete_at = (extract(epoch FROM clock_timestamp()) * 1000)::bigint
    WHERE id = ANY(ARRAY(
      SELECT id FROM files WHERE post_id = '' AND delete_at = 0
        AND (${userId ?? null}::text IS NULL OR user_id = ${userId ?? null})
        AND (${beforeMs ?? null}::bigint IS NULL OR create_at < ${beforeMs ?? null})
      LIMIT ${endedAtOnce} FOR UPDATE SKIP LOCKED))`
}

/**
 * Marks those of the files as deleted that are older than a time and belong to a post that was never written, or that does not
 * name them: a repeated call had files of its own.
 */
export async function endFilesWithoutPost(db: Db, ids: string[], beforeMs: number): Promise<void> {
  await db.$executeRaw`
    UPDATE files SET delete_at = (extract(epoch FROM clock_timestamp()) * 1000)::bigint
    WHERE id = ANY(${ids}::text[]) AND post_id <> '' AND delete_at = 0 AND create_at < ${beforeMs}::bigint
      AND NOT EXISTS (
        SELECT FROM posts WHERE posts.id = post_id
          AND posts.files::jsonb @> jsonb_build_array(jsonb_build_object('id', files.id)))`
}

/** Returns the IDs of some files that were deleted and still have bytes. */
export async function endedFiles(db: Db, most: number): Promise<string[]> {
  const rows = await db.file.findMany({ where: { deleteAt: { gt: 0 } }, select: { id: true }, take: most })
  return rows.map(({ id }) => id)
}

/** Forgets deleted files whose bytes are gone. */
export async function forgetFiles(db: Db, ids: string[]): Promise<void> {
  await db.file.deleteMany({ where: { id: { in: ids }, deleteAt: { gt: 0 } } })
}

/** Returns those of the IDs that no file has. */
export async function unknownFiles(db: Db, ids: string[]): Promise<string[]> {
  const rows = await db.file.findMany({ where: { id: { in: ids } }, select: { id: true } })
  const known = new Set(rows.map(({ id }) => id))
  return ids.filter(id => !known.has(id))
}

/** Returns the IDs of the next files that were not deleted, in order. */
export async function storedFilesAfter(db: Db, after: string, most: number): Promise<string[]> {
  const rows = await db.file.findMany({
    where: { id: { gt: after }, deleteAt: 0 },
    select: { id: true },
    orderBy: { id: 'asc' },
    take: most,
  })
  return rows.map(({ id }) => id)
}

/** Returns how many files were not deleted. */
export async function countStoredFiles(db: Db): Promise<number> {
  return db.file.count({ where: { deleteAt: 0 } })
}
