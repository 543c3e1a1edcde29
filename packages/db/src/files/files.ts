import type { Db } from '../connection/open.js'
import { ms } from '../connection/time.js'
import type { File as Row } from '../generated/client.js'
import type { PostFile } from '../posts/posts.js'

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
