import type { Db } from '../connection/open.js'
import type { AuditState } from './entries.js'

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
