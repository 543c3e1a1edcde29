import type { Db } from '../connection/open.js'

/** Why a key opens no hook, if known: an expired key or another ID of the hook is easily mistaken for the key. */
export type DeadKey = 'hook_deleted' | 'key_replaced' | 'hook_id'

const text = `
  SELECT CASE WHEN delete_at > 0 THEN 'hook_deleted' ELSE 'key_replaced' END AS why
  FROM hook_keys JOIN hooks ON hooks.id = hook_id
  WHERE digest = sha256(convert_to($1, 'UTF8')) AND (delete_at > 0 OR expires_at > 0)
  UNION ALL SELECT 'hook_id' FROM hooks WHERE id = $1`

/** Explains a key that opens no hook. Returns undefined if it was never a key. Rarely called. */
export async function findDeadKey(db: Db, key: string): Promise<DeadKey | undefined> {
  const { rows } = await db.pool.query<{ why: DeadKey }>({ name: 'dead key', text, values: [key] })
  return rows[0]?.why
}
