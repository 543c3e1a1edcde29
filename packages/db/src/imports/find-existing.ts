import type { Db } from '../connection/open.js'

/** Accounts with this ID, this e-mail address, or this user name. Undefined where there are none. */
export type ExistingUsers = {
  same: string | undefined
  byEmail: string | undefined
  byName: string | undefined
}

export async function existingUsers(
  db: Db,
  { id, username, email }: { id: string; username: string; email: string },
): Promise<ExistingUsers> {
  const { rows } = await db.pool.query<{ id: string; username: string; email: string }>({
    name: 'existing users',
    text: 'SELECT id, username, email FROM users WHERE id = $1 OR username = $2 OR email = $3',
    values: [id, username, email],
  })
  const idOf = (isWanted: (row: (typeof rows)[number]) => boolean) => rows.find(isWanted)?.id
  return {
    same: idOf(row => row.id === id),
    byEmail: idOf(row => row.email === email),
    byName: idOf(row => row.username === username),
  }
}

/** The channel with this ID, or else the team's channel with this name, also if it is archived. */
export async function existingChannel(
  db: Db,
  { id, teamId, name }: { id: string; teamId: string; name: string },
): Promise<{ id: string; type: string } | undefined> {
  const { rows } = await db.pool.query<{ id: string; type: string }>({
    name: 'existing channel',
    text: `SELECT id, type FROM channels WHERE id = $1 OR (team_id = $2 AND name = $3 AND $2 <> '') ORDER BY id <> $1 LIMIT 1`,
    values: [id, teamId, name],
  })
  return rows[0]
}

/** The team with this ID, or else with this name. */
export async function existingTeam(
  db: Db,
  { id, name }: { id: string; name: string },
): Promise<{ id: string; isDeleted: boolean } | undefined> {
  const { rows } = await db.pool.query<{ id: string; isDeleted: boolean }>({
    name: 'existing team',
    text: `SELECT id, delete_at > 0 AS "isDeleted" FROM teams WHERE id = $1 OR name = $2 ORDER BY id <> $1 LIMIT 1`,
    values: [id, name],
  })
  return rows[0]
}

/** The ID of the hook with this ID, or else that of a hook with one of these digests. Both also if deleted. */
export async function existingHook(
  db: Db,
  { id, digests }: { id: string; digests: Uint8Array[] },
): Promise<string | undefined> {
  const { rows } = await db.pool.query<{ id: string }>({
    name: 'existing hook',
    text: `SELECT id FROM hooks WHERE id = $1
      UNION ALL SELECT hook_id FROM hook_keys WHERE digest = ANY($2::bytea[]) AND hook_id <> $1`,
    values: [id, digests.map(digest => Buffer.from(digest))],
  })
  return (rows.find(row => row.id === id) ?? rows[0])?.id
}

/** Returns the highest cost among the accounts' bcrypt digests, or 0 if there are none. */
export async function mostBcryptCost(db: Db): Promise<number> {
  const { rows } = await db.pool.query<{ cost: number }>(
    `SELECT coalesce(max(substring(password_hash FROM 5 FOR 2)::int), 0) AS cost FROM users WHERE password_hash LIKE '$2_$__$%'`,
  )
  return rows[0]?.cost ?? 0
}

/** Replaces an account's digest by another hash of the same password, which ends no sessions. @returns false if it has changed */
export async function upgradePasswordHash(
  db: Db,
  { userId: id, from, to }: { userId: string; from: string; to: string },
): Promise<boolean> {
  const where = { id, passwordHash: from }
  const { count } = await db.user.updateMany({ where, data: { passwordHash: to } })
  return count > 0
}
