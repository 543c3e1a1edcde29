import type { Db } from '../connection/open.js'
import { ms } from '../connection/time.js'
import { inTransaction } from '../connection/transaction.js'
import type { File as Row } from '../generated/client.js'
import type { PostFile } from '../posts/posts.js'
import { type NewPost, type Writing, writePost } from '../posts/write-posts.js'

export type UploadedFile = Omit<Row, 'createAt' | 'deleteAt' | 'size' | 'sha256'> & {
  createAt: number
  size: number
  sha256: Uint8Array
}

const toFile = ({ createAt, size, deleteAt: _, ...row }: Row): UploadedFile => ({
  ...row,
  createAt: ms(createAt),
  size: Number(size),
})

/** Adds files. Those whose ID exists stay as they are. @returns how many are new */
export async function addFiles(db: Db, files: Omit<UploadedFile, 'postId'>[]): Promise<number> {
  const { count } = await db.file.createMany({
    skipDuplicates: true,
    data: files.map(({ createAt, size, sha256, ...file }) => ({
      ...file,
      createAt: BigInt(createAt),
      size: BigInt(size),
      sha256: new Uint8Array(sha256),
    })),
  })
  return count
}

/** Returns a file that was not deleted. */
export async function findFile(db: Db, id: string): Promise<UploadedFile | undefined> {
  const row = await db.file.findUnique({ where: { id, deleteAt: 0 } })
  return row ? toFile(row) : undefined
}

/** Returns the files of a live post, in the order in which it names them. */
export async function filesOfPost(db: Db, ids: string[]): Promise<UploadedFile[]> {
  const rows = await db.file.findMany({ where: { id: { in: ids }, deleteAt: 0 } })
  return rows.map(toFile).toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}

/** Whose files a post may have. `hookId`: the hook that uploaded them, or empty for those that the user uploaded. */
export type FileClaim = {
  ids: string[]
  postId: string
  userId: string
  hookId: string
  channelId: string
}

type Claimed = Pick<Row, 'id' | 'name' | 'type' | 'size' | 'width' | 'height'>

const toPostFile = ({ size, width, height, ...row }: Claimed): PostFile => ({
  ...row,
  size: Number(size),
  ...(width !== null && height !== null && { width, height }),
})

/**
 * Gives files to a post: in the transaction that writes it, or just before, because the same post may claim them again.
 * @returns what the post shows of them, or undefined if one is another's, of another channel or post, or deleted
 */
export async function claimFiles(
  db: Pick<Db, '$queryRaw'>,
  { ids, postId, userId, hookId, channelId }: FileClaim,
): Promise<PostFile[] | undefined> {
  const rows = await db.$queryRaw<Claimed[]>`
    WITH mine AS (
      SELECT id FROM files WHERE id = ANY(${ids}::text[]) AND user_id = ${userId} AND hook_id = ${hookId}
        AND channel_id IN ('', ${channelId}) AND post_id IN ('', ${postId}) AND delete_at = 0
      ORDER BY id FOR UPDATE
    )
    UPDATE files SET post_id = ${postId}, channel_id = ${channelId} FROM mine
    WHERE files.id = mine.id AND (SELECT count(*) FROM mine) = ${ids.length}::int
    RETURNING files.id, name, type, size, width, height`
  if (rows.length < ids.length) return undefined
  return rows.map(toPostFile).toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}

/** Returns the bytes of all files, including those that are about to be deleted. */
export async function bytesOfFiles(db: Db): Promise<number> {
  const { _sum: sum } = await db.file.aggregate({ _sum: { size: true } })
  return Number(sum.size ?? 0)
}

/** Who uploads: a user, or a hook of this user. `hookId`: empty for a user. `ownerId`: who answers for the user, if it is a bot. */
export type Uploader = { userId: string; hookId: string; ownerId: string }

/** Returns the bytes that an owner uploaded since a time, with all hooks and bots. */
export async function bytesUploadedBy(
  db: Db,
  { ownerId }: Pick<Uploader, 'ownerId'>,
  sinceMs: number,
): Promise<number> {
  const [found] = await db.$queryRaw<{ bytes: bigint }[]>`
    SELECT coalesce(sum(size), 0)::bigint AS bytes FROM files WHERE create_at >= ${sinceMs}::bigint AND user_id IN (
      SELECT ${ownerId} UNION ALL SELECT bot_user_id FROM oauth_apps WHERE creator_id = ${ownerId})`
  return Number(found?.bytes ?? 0)
}

/**
 * Writes a post and gives it these files of its author, both or neither. A file never belongs to two posts.
 * @returns the post's update_at and files, or undefined if it cannot have one of them
 */
export async function writePostWithFiles(
  db: Db,
  post: NewPost,
  fileIds: string[],
  writing: Writing,
): Promise<{ updateAt: number; files?: PostFile[] } | undefined> {
  if (fileIds.length === 0) return { updateAt: await writePost(db, post, writing) }
  const { id: postId, userId, channelId } = post
  const claim = { ids: fileIds, postId, userId, hookId: '', channelId }
  return inTransaction(db, async locked => {
    const files = await claimFiles(locked, claim)
    return files && { updateAt: await writePost(locked, { ...post, files }, writing), files }
  })
}

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
