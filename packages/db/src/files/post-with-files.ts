import type { Db } from '../connection/open.js'
import { inTransaction } from '../connection/transaction.js'
import type { PostFile } from '../posts/posts.js'
import { type NewPost, type Writing, writePost } from '../posts/write-post.js'
import { claimFiles } from './files.js'

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
