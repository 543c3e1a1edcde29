import type { Db } from '../connection/open.js'
import { systemUserId } from '../users/system-user.js'

/** A line of an export: a type, and an object of that name. The object is that of an import, with the IDs of this server. */
export type ExportedLine = { type: ExportKind | 'post' } & Record<string, unknown>

/** Which team to export, or all if it is empty, and whether to include direct channels. */
export type WantedExport = { teamId: string; withDirect: boolean }

type Pool = Pick<Db, 'pool'>
type Data = Record<string, unknown>

/** Rows that are read and held in memory at a time. */
const pageLength = 500

const kinds: ExportKind[] = ['team', 'user', 'channel', 'member', 'hook']

/** Yields everything that an import can take, in its order. Each page is a statement of its own. */
export async function* exportLines(
  db: Pool,
  { teamId, withDirect }: WantedExport,
): AsyncGenerator<ExportedLine> {
  const channelIds: string[] = []
  for (const type of kinds)
    for await (const data of pages(db, { name: type, text: exportSql[type], about: [teamId, withDirect] })) {
      if (type === 'channel') channelIds.push(String(data.id))
      yield { type, [type]: data }
    }
  for (const id of channelIds)
    for await (const data of pages(db, { name: 'post', text: exportPostsSql, about: [id] }))
      yield { type: 'post', post: data }
}

type Query = { name: string; text: string; about: unknown[] }

async function* pages({ pool }: Pool, { name, text, about }: Query): AsyncGenerator<Data> {
  for (let after = ''; ; ) {
    const { rows } = await pool.query<{ place: string; data: Data }>({
      name: `export ${name}`,
      text,
      values: [...about, after, pageLength],
    })
    for (const { data } of rows) yield data
    if (rows.length < pageLength) return
    after = rows.at(-1)?.place ?? ''
  }
}

type ExportKind = 'team' | 'user' | 'channel' | 'member' | 'hook'

/** The exported channels. $1: a team or '', $2: whether direct channels are wanted. */
const channels = `(
  SELECT channels.* FROM channels LEFT JOIN teams ON teams.id = team_id AND teams.delete_at = 0
  WHERE CASE WHEN channels.type = 'D' THEN $2::bool AND $1 = '' ELSE teams.id IS NOT NULL AND ($1 = '' OR team_id = $1) END
) channel`

const members = `
  SELECT team_id || ' ' || user_id AS place, team_id, '' AS channel_id, user_id, m.roles
  FROM team_members m JOIN teams ON teams.id = team_id
  WHERE m.delete_at = 0 AND teams.delete_at = 0 AND ($1 = '' OR team_id = $1)
  UNION ALL
  SELECT '~' || channel.id || ' ' || user_id, '', channel.id, user_id, m.roles
  FROM ${channels} JOIN channel_members m ON channel_id = channel.id WHERE type <> 'D'`

/** The place of a post among those of its millisecond and channel, which imported IDs have instead of random characters. */
const orderOf = (post: string) => `least(32767, (
  SELECT count(*)::int FROM posts earlier
  WHERE earlier.channel_id = ${post}.channel_id AND earlier.id < ${post}.id AND earlier.id >= substring(${post}.id FOR 10)
))`

/** Per kind: rows after the place $3, at most $4, as an import takes them. A hook imported from Slack has two lasting digests. */
const exportSql: Record<ExportKind, string> = {
  team: `SELECT id AS place, json_build_object('id', id, 'create_at', create_at, 'name', name, 'display_name', display_name,
      'description', description, 'type', type, 'allow_open_invite', allow_open_invite) AS data
    FROM teams WHERE delete_at = 0 AND ($1 = '' OR id = $1) AND $2::bool IS NOT NULL AND id > $3 ORDER BY id LIMIT $4::int`,
  user: `SELECT id AS place, json_build_object('id', id, 'create_at', create_at, 'username', username, 'email', email,
      'delete_at', CASE WHEN is_bot AND delete_at = 0 THEN create_at ELSE delete_at END, 'nickname', nickname,
      'first_name', first_name, 'last_name', last_name, 'position', position, 'locale', locale) AS data
    FROM users WHERE id <> '${systemUserId}' AND $2::bool IS NOT NULL AND id > $3
      AND ($1 = '' OR EXISTS (SELECT FROM team_members m WHERE m.user_id = users.id AND m.team_id = $1))
    ORDER BY id LIMIT $4::int`,
  channel: `SELECT id AS place, json_build_object('id', id, 'create_at', create_at, 'delete_at', delete_at, 'team_id', team_id,
      'type', type, 'name', CASE WHEN type = 'D' THEN '' ELSE name END, 'display_name', display_name, 'header', header,
      'purpose', purpose, 'creator_id', creator_id,
      'member_ids', CASE WHEN type = 'D' THEN to_json(string_to_array(name, '__')) ELSE '[]'::json END) AS data
    FROM ${channels} WHERE id > $3 ORDER BY id LIMIT $4::int`,
  member: `SELECT place, json_build_object('team_id', team_id, 'channel_id', channel_id, 'user_id', user_id,
      'is_admin', roles LIKE '%_admin%') AS data
    FROM (${members}) member WHERE place COLLATE "C" > $3 ORDER BY place COLLATE "C" LIMIT $4::int`,
  hook: `SELECT hooks.id AS place, json_build_object('id', hooks.id, 'create_at', hooks.create_at,
      'channel_id', channel.id, 'user_id', hooks.user_id, 'display_name', hooks.display_name,
      'description', hooks.description, 'channel_locked', locked, 'key_sha256', digests[1],
      'path_sha256', coalesce(digests[2], '')) AS data
    FROM ${channels} JOIN hooks ON hooks.channel_id = channel.id AND hooks.delete_at = 0
    CROSS JOIN LATERAL (SELECT array_agg(encode(digest, 'hex') ORDER BY create_at DESC, digest) AS digests
      FROM hook_keys WHERE hook_id = hooks.id AND expires_at = 0) keys
    WHERE digests IS NOT NULL AND hooks.id > $3 ORDER BY hooks.id LIMIT $4::int`,
}

/** The posts of the channel $1 after the ID $2, at most $3. */
const exportPostsSql = `
  SELECT post.id AS place, json_build_object('id', post.id, 'create_at', post.create_at,
    'order', ${orderOf('post')}, 'channel_id', post.channel_id,
    'user_id', CASE WHEN post.user_id = '${systemUserId}' THEN '' ELSE post.user_id END,
    'message', post.message, 'files', coalesce(post.files, '[]'::json),
    'props', post.props::jsonb - 'attachments',
    'attachments', coalesce(post.props::jsonb->'attachments', '[]'::jsonb),
    'root', CASE WHEN root.id IS NOT NULL THEN
      json_build_object('id', root.id, 'create_at', root.create_at, 'order', ${orderOf('root')}) END) AS data
  FROM posts post LEFT JOIN posts root ON root.id = post.root_id AND root.delete_at = 0
  WHERE post.channel_id = $1 AND post.id > $2 AND post.delete_at = 0 AND post.original_id = ''
    AND NOT starts_with(post.type, 'system_')
  ORDER BY post.id LIMIT $3::int`
