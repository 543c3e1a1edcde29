import type { Db } from '../connection/open.js'

/** Databases in which somebody has logged in. That never changes back. */
const loggedIn = new WeakSet<Db>()

/** Whether nobody has logged in yet: there is neither a session nor anything that the audit log says was done. */
export async function awaitsFirstLogin(db: Db): Promise<boolean> {
  if (loggedIn.has(db)) return false
  const [row] = await db.$queryRaw<{ awaits: boolean }[]>`
    SELECT NOT EXISTS (SELECT FROM sessions) AND NOT EXISTS (SELECT FROM audit_entries WHERE is_done) AS awaits`
  if (!row?.awaits) loggedIn.add(db)
  return row?.awaits ?? false
}
