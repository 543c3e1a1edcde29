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

/** The URL names of an object's team and of the object, if it is a channel. */
export type AuditPlace = { team: string; channel: string }

/**
 * Returns where the live hooks and channels with these IDs are, by ID. Of the channels, only public ones and those that the
 * viewer is in.
 */
export async function auditPlaces(db: Db, ids: string[], viewerId: string): Promise<Map<string, AuditPlace>> {
  if (ids.length === 0) return new Map()
  const rows = await db.$queryRaw<(AuditPlace & { id: string })[]>`
    SELECT found.id, teams.name AS team, found.channel FROM (
      SELECT id, team_id, '' AS channel FROM hooks WHERE id = ANY(${ids}::text[]) AND delete_at = 0
      UNION ALL
      SELECT id, team_id, name FROM channels WHERE id = ANY(${ids}::text[]) AND delete_at = 0
        AND (type = 'O' OR EXISTS (SELECT FROM channel_members WHERE channel_id = channels.id AND user_id = ${viewerId}))
    ) found JOIN teams ON teams.id = found.team_id AND teams.delete_at = 0`
  return new Map(rows.map(({ id, ...place }) => [id, place]))
}

/** An object's name and the fields that the audit log may store. */
export type AuditSnapshot = { name: string; state: AuditState }

/*
 * Lists the recorded columns of each type by name, so that new columns are left out until somebody adds them. Never add
 * secrets or digests of secrets.
 */
const questions = {
  user: `SELECT username AS name, jsonb_build_object('username', username, 'email', email,
      'requested_email', requested_email, 'nickname', nickname, 'first_name', first_name, 'last_name', last_name, 'position', position, 'locale', locale, 'roles', roles,
      'notify_props', notify_props, 'must_change_password', must_change_password, 'active', delete_at = 0) AS state
    FROM users WHERE id = $1`,
  team: `SELECT name, jsonb_build_object('name', name, 'display_name', display_name, 'description', description,
      'email', email, 'type', type, 'company_name', company_name, 'allowed_domains', allowed_domains,
      'allow_open_invite', allow_open_invite, 'post_days', post_days, 'deleted', delete_at > 0) AS state
    FROM teams WHERE id = $1`,
  team_member: `SELECT username || ' in ' || teams.name AS name,
      jsonb_build_object('roles', team_members.roles, 'member', team_members.delete_at = 0) AS state
    FROM team_members JOIN users ON users.id = user_id JOIN teams ON teams.id = team_id
    WHERE team_id = split_part($1, '/', 1) AND user_id = split_part($1, '/', 2)`,
  channel: `SELECT name, jsonb_build_object('name', name, 'display_name', display_name, 'type', type, 'header', header,
      'purpose', purpose, 'team_id', team_id, 'post_days', post_days, 'archived', delete_at > 0) AS state
    FROM channels WHERE id = $1`,
  hook: `SELECT display_name AS name, jsonb_build_object('display_name', display_name, 'description', description,
      'channel_id', channel_id, 'team_id', team_id, 'user_id', user_id, 'confirm', confirm, 'locked', locked,
      'collapse', jsonb_build_object('window_seconds', collapse_seconds),
      'format', format, 'template_version', template_version, 'signature', nullif(signature, '')::jsonb, 'allow_from', allow_from,
      'offered_to', offered_to, 'offered_by', offered_by, 'disabled', disabled_at > 0, 'deleted', delete_at > 0) AS state
    FROM hooks WHERE id = $1`,
  app: `SELECT name, jsonb_build_object('name', name, 'creator_id', creator_id, 'description', description, 'homepage', homepage,
      'icon_url', icon_url, 'callback_urls', callback_urls, 'is_trusted', is_trusted, 'is_public', is_public) AS state
    FROM oauth_apps WHERE id = $1`,
  session: `SELECT username AS name, jsonb_build_object('user_id', user_id, 'app_id', app_id, 'scope', scope,
      'device', coalesce(sessions.props->>'browser', '')) AS state
    FROM sessions JOIN users ON users.id = user_id WHERE sessions.id = $1`,
} as const

/**
 * Returns an object as the audit log stores it, or undefined if it does not exist. For memberships, `id` is
 * `team/user`.
 */
export async function auditSnapshot(
  db: Db,
  target: keyof typeof questions,
  id: string,
): Promise<AuditSnapshot | undefined> {
  const { rows } = await db.pool.query<AuditSnapshot>(questions[target], [id])
  return rows[0]
}
