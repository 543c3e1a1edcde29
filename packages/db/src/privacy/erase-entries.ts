import type { ErasedRows } from './erase-requests.js'
import type { Pool } from './read-rows.js'

export type NamedPerson = { userId: string; email: string }

const isAbout = `(target_id = $3 OR (target_type = 'team_member' AND split_part(target_id, '/', 2) = $3)
  OR (target_type = 'session' AND $3 IN (user_id, before->>'user_id', after->>'user_id')))`

/** An address as a whole JSON value; `""` takes its place. */
const without = (state: string) => `replace(${state}::text, to_json($4::text)::text, '""')::jsonb`
const stripped = (state: string) =>
  `CASE WHEN ${state} IS NULL THEN NULL WHEN ${isAbout} THEN '{}'::jsonb ELSE ${without(state)} END`

/** Removes a user's names and addresses from the audit entries between two IDs. The IDs stay. */
export async function eraseNames(
  { pool }: Pool,
  { userId, email }: NamedPerson,
  { after, end }: { after: string; end: string },
): Promise<ErasedRows> {
  const { rowCount } = await pool.query(
    `UPDATE audit_entries SET address = CASE WHEN user_id = $3 THEN '' ELSE address END,
      target_name = CASE WHEN ${isAbout} THEN '' ELSE target_name END,
      before = ${stripped('before')}, after = ${stripped('after')}
    WHERE id > $1 AND id <= $2 AND (user_id = $3 OR ${isAbout}
      OR strpos(before::text, to_json($4::text)::text) > 0 OR strpos(after::text, to_json($4::text)::text) > 0)`,
    [after, end, userId, email],
  )
  return { rows: rowCount ?? 0 }
}
