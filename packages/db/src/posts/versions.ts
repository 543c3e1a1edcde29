import { withLaterEmoji } from '@posthorn/core'
import type { Db } from '../connection/open.js'

/** Earlier versions that a post keeps. */
export const maxOldVersions = 20

/** Bytes of stored messages and HTML that are returned. */
const maxVersionsBytes = 1024 * 1024

/** A text that a post has, or had. */
export type PostVersion = {
  message: string
  html: string
  /** When the post got this text, in milliseconds. */
  editAt: number
  /** The delivery that made it, if that is not the one that created the post. A person's edit leaves it unchanged. */
  deliveryId: string
}

/** Returns the versions of a live post, newest first: the current one and the earlier ones, as many as fit. */
export async function versionsOf(db: Db, postId: string): Promise<PostVersion[]> {
  const rows = await db.$queryRaw<(PostVersion & { htmlVersion: number })[]>`
    SELECT message, html, html_version AS "htmlVersion", "editAt", "deliveryId" FROM (
      SELECT *, sum(octet_length(message) + octet_length(html)) OVER (ORDER BY "editAt" DESC, id DESC) AS bytes FROM (
        (SELECT id, message, html, html_version, greatest(edit_at, create_at)::float8 AS "editAt", delivery_id AS "deliveryId"
          FROM posts WHERE id = ${postId} AND delete_at = 0)
        UNION ALL
        (SELECT id, message, html, html_version, greatest(edit_at, create_at)::float8, delivery_id
          FROM posts WHERE original_id = ${postId} AND original_id <> '' ORDER BY id DESC LIMIT ${maxOldVersions})
      ) versions
    ) sized
    WHERE bytes - octet_length(message) - octet_length(html) < ${maxVersionsBytes} ORDER BY "editAt" DESC, id DESC`
  return rows.map(({ html, htmlVersion, ...version }) => ({
    ...version,
    html: withLaterEmoji(html, htmlVersion),
  }))
}
