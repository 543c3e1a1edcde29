import type { Db } from '../connection/open.js'

/** A live webhook or an app of a user. */
export type Owned = { kind: 'hook' | 'app'; id: string; name: string }

/** Returns a user's live webhooks and apps: the first `limit`. */
export async function ownedBy(db: Pick<Db, '$queryRaw'>, userId: string, limit: number): Promise<Owned[]> {
  return db.$queryRaw<Owned[]>`
    SELECT 'hook' AS kind, id, display_name AS name FROM hooks WHERE user_id = ${userId} AND delete_at = 0
    UNION ALL SELECT 'app', id, name FROM oauth_apps WHERE creator_id = ${userId} ORDER BY kind DESC, id LIMIT ${limit}`
}
