import type { Db } from '../connection/open.js'
import { ms } from '../connection/time.js'
import type { AuditEntry as Row } from '../generated/client.js'

export type AuditState = Record<string, unknown>

/** A change made by a user. Until `isDone` is set, the change may or may not have been made. */
export type AuditEntry = {
  id: string
  createAt: number
  userId: string
  appId: string
  address: string
  requestId: string
  action: string
  targetType: string
  targetId: string
  targetName: string
  isDone: boolean
  before: AuditState | null
  after: AuditState | null
}

const upsert = `INSERT INTO audit_entries (id, create_at, user_id, app_id, address, request_id, action, target_type,
    target_id, target_name, is_done, before, after)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
  ON CONFLICT (id) DO UPDATE SET user_id = excluded.user_id, target_id = excluded.target_id,
    target_name = excluded.target_name, is_done = excluded.is_done, before = excluded.before, after = excluded.after`

/** Stores an entry, or its outcome. */
export async function saveAuditEntry(db: Db, entry: AuditEntry): Promise<void> {
  const { id, createAt, userId, appId, address, requestId, action, before, after } = entry
  const { targetType, targetId, targetName, isDone } = entry
  await db.pool.query(upsert, [
    ...[id, createAt, userId, appId, address, requestId, action],
    ...[targetType, targetId, targetName, isDone],
    ...[before, after].map(state => (state === null ? null : JSON.stringify(state))),
  ])
}

/** Deletes the entry of a rejected change. */
export async function discardAuditEntry(db: Db, id: string): Promise<void> {
  await db.auditEntry.deleteMany({ where: { id } })
}

/** Rows that one statement deletes. */
const removedAtOnce = 10_000

/** Deletes the entries whose IDs are before `end`. @returns how many */
export async function removeAuditBefore(db: Db, end: string): Promise<number> {
  for (let removed = 0; ; ) {
    const { rowCount } = await db.pool.query(
      'DELETE FROM audit_entries WHERE id IN (SELECT id FROM audit_entries WHERE id < $1 LIMIT $2)',
      [end, removedAtOnce],
    )
    removed += rowCount ?? 0
    if ((rowCount ?? 0) < removedAtOnce) return removed
  }
}

/** Filters entries. `first` (inclusive) and `end` (exclusive) bound their IDs. Empty fields match everything. */
export type AuditFilter = {
  username: string
  action: string
  targetType: string
  targetId: string
  first: string
  end: string
}

export type ListedAuditEntry = AuditEntry & { username: string }

/** Returns the newest matching entries. */
export async function listAuditEntries(
  db: Db,
  filter: AuditFilter,
  limit: number,
): Promise<ListedAuditEntry[]> {
  const { username, action, targetType, targetId, first, end } = filter
  const user = username === '' ? undefined : await db.user.findUnique({ where: { username } })
  if (user === null) return []
  const rows = await db.auditEntry.findMany({
    where: {
      id: { gte: first, lt: end },
      ...(user && { userId: user.id }),
      ...(action !== '' && { action }),
      ...(targetType !== '' && { targetType }),
      ...(targetId !== '' && { targetId }),
    },
    orderBy: { id: 'desc' },
    take: limit,
  })
  return withUsernames(db, rows)
}

async function withUsernames(db: Db, rows: Row[]): Promise<ListedAuditEntry[]> {
  const ids = [...new Set(rows.map(({ userId }) => userId))]
  const users = await db.user.findMany({ where: { id: { in: ids } }, select: { id: true, username: true } })
  const names = new Map(users.map(({ id, username }) => [id, username]))
  return rows.map(row => ({
    ...row,
    createAt: ms(row.createAt),
    before: row.before as AuditState | null,
    after: row.after as AuditState | null,
    username: names.get(row.userId) ?? '',
  }))
}
