/** Why an exported row lacks a column. */
type Withheld = 'secret' | 'derived' | 'internal'

/** Rows about users. `test/db/personal-tables.test.ts` compares the columns with the schema. */
export type PersonalTable = {
  /** Which rows are about the user $1. */
  of: string
  /** Distinguishes these rows, and orders them. */
  key: readonly string[]
  /** Exported as they are, or as these expressions. */
  exported: Readonly<Record<string, true | string>>
  withheld: Readonly<Record<string, Withheld>>
  /** A large table without an index by user is read row by row, in the order of its IDs. */
  isScanned?: true
  /** Rows that are read at a time: 500 unless they can be large. */
  atOnce?: number
}

const all = <const Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map(name => [name, true])) as Record<Name, true>

const ofUser = 'user_id = $1'

/** Every table with rows about users, in the order of an export. */
export const personalTables = {
  users: {
    of: 'id = $1',
    key: ['id'],
    exported: {
      ...all('id', 'create_at', 'update_at', 'delete_at', 'username', 'email_verified', 'nickname'),
      ...all('first_name', 'last_name', 'position', 'roles', 'locale', 'notify_props', 'props'),
      ...all('last_password_update', 'is_bot', 'must_change_password'),
      email: "coalesce(nullif(requested_email, ''), email)", // whether another account has it stays hidden
    },
    withheld: { password_hash: 'secret', requested_email: 'internal' },
  },
  user_pictures: {
    of: ofUser,
    key: ['user_id'],
    exported: { user_id: true, picture: "encode(picture, 'base64')", changed_at: true },
    withheld: {},
  },
  preferences: {
    of: ofUser,
    key: ['category', 'name'],
    exported: all('user_id', 'category', 'name', 'value'),
    withheld: {},
  },
  mail_digests: {
    of: ofUser,
    key: ['user_id'],
    exported: all('user_id', 'every_minutes', 'not_before'),
    withheld: {},
  },
  sessions: {
    of: ofUser,
    key: ['id'],
    exported: all(
      ...(['id', 'user_id', 'create_at', 'expires_at', 'last_activity_at', 'device_id'] as const),
      ...(['is_oauth', 'props', 'app_id', 'scope'] as const),
    ),
    withheld: { token_digest: 'secret', family_id: 'internal' },
  },
  push_subscriptions: {
    of: ofUser,
    key: ['session_id'],
    exported: all('session_id', 'user_id', 'created_at', 'failures'),
    withheld: { endpoint: 'secret', p256dh: 'secret', auth: 'secret' },
  },
  team_members: {
    of: ofUser,
    key: ['team_id'],
    exported: all('team_id', 'user_id', 'roles', 'delete_at'),
    withheld: {},
  },
  channel_members: {
    of: ofUser,
    key: ['channel_id'],
    exported: all(
      ...(['channel_id', 'user_id', 'roles', 'last_viewed_at', 'msg_count', 'mention_count'] as const),
      ...(['notify_props', 'last_update_at'] as const),
    ),
    withheld: {},
  },
  hooks: {
    of: `(${ofUser} OR offered_to = $1)`,
    key: ['id'],
    exported: all(
      ...(['id', 'create_at', 'update_at', 'delete_at', 'user_id', 'channel_id', 'team_id'] as const),
      ...(['display_name', 'description', 'confirm', 'locked', 'last_used_at', 'failing_since'] as const),
      ...(['owner_told_at', 'disabled_at', 'format', 'collapse_seconds', 'signature', 'allow_from'] as const),
      ...(['template_version', 'offered_to', 'offered_by', 'offered_at'] as const),
    ),
    withheld: { signature_secrets: 'secret' },
  },
  oauth_apps: {
    of: 'creator_id = $1',
    key: ['id'],
    exported: all(
      ...(['id', 'create_at', 'update_at', 'creator_id', 'name', 'description', 'icon_url'] as const),
      ...(['callback_urls', 'homepage', 'is_trusted', 'is_public', 'bot_user_id'] as const),
    ),
    withheld: { secret_digest: 'secret' },
  },
  oauth_consents: {
    of: ofUser,
    key: ['app_id'],
    exported: all('user_id', 'app_id', 'scope', 'create_at', 'update_at'),
    withheld: {},
  },
  oauth_token_families: {
    of: ofUser,
    key: ['id'],
    exported: all('id', 'app_id', 'user_id', 'scope', 'create_at', 'update_at', 'expires_at'),
    withheld: { code_digest: 'secret', refresh_digest: 'secret', stem_digest: 'secret' },
  },
  oauth_codes: {
    of: ofUser,
    key: ['digest'],
    exported: all('app_id', 'user_id', 'expires_at', 'redirect_uri', 'scope', 'session_id'),
    withheld: { digest: 'secret', code_challenge: 'secret', state: 'internal' },
  },
  mentions: {
    of: ofUser,
    key: ['post_id'],
    exported: all('post_id', 'user_id', 'channel_id'),
    withheld: {},
  },
  due_notices: {
    of: ofUser,
    key: ['kind', 'post_id'],
    exported: all('kind', 'user_id', 'post_id', 'due_at'),
    withheld: {},
  },
  files: {
    of: ofUser,
    key: ['id'],
    exported: all(
      ...(['id', 'create_at', 'delete_at', 'user_id', 'hook_id', 'team_id', 'channel_id'] as const),
      ...(['post_id', 'name', 'type', 'size', 'width', 'height'] as const),
    ),
    withheld: { sha256: 'derived' },
  },
  posts: {
    of: ofUser,
    key: ['id'],
    exported: all(
      ...([
        'id',
        'create_at',
        'update_at',
        'edit_at',
        'delete_at',
        'user_id',
        'channel_id',
        'root_id',
      ] as const),
      ...(['original_id', 'delivery_id', 'message', 'type', 'props', 'files'] as const),
    ),
    withheld: { html: 'derived', html_version: 'derived' },
    isScanned: true,
  },
  deliveries: {
    of: '(sent_by = $1 OR restricted_to = $1 OR hook_id = $1)',
    key: ['id'],
    exported: {
      ...all('id', 'hook_id', 'team_id', 'channel_id', 'settled_at', 'outcome', 'reason', 'detail'),
      ...all('post_count', 'tries', 'request_id', 'ignored', 'replay_of', 'sent_by', 'restricted_to'),
      ...all('post_id', 'change', 'target', 'format', 'event', 'sender'),
      payload: "CASE WHEN restricted_to = $1 OR hook_id = $1 THEN payload ELSE '' END", // else a program wrote it
    },
    withheld: {},
    isScanned: true,
    atOnce: 10,
  },
  audit_entries: {
    of: `(${ofUser} OR target_id = $1 OR (target_type = 'team_member' AND split_part(target_id, '/', 2) = $1))`,
    key: ['id'],
    exported: {
      ...all('id', 'create_at', 'user_id', 'app_id', 'request_id', 'action', 'target_type', 'target_id'),
      ...all('target_name', 'is_done'),
      before: "before - 'email' - 'requested_email'",
      after: "after - 'email' - 'requested_email'",
      address: `CASE WHEN ${ofUser} THEN address ELSE '' END`,
    },
    withheld: {},
    isScanned: true,
  },
} satisfies Record<string, PersonalTable>

/** What becomes of a column that refers to a user or can name one, when the user is erased. */
type Fate = 'keeps the ID' | 'no person' | 'erased with the address'

/** All other tables, with their columns that refer to users. An ID without its account names nobody. */
export const otherTables: Readonly<Record<string, Readonly<Record<string, Fate>>>> = {
  teams: { creator_id: 'keeps the ID', email: 'erased with the address' },
  channels: { creator_id: 'keeps the ID' },
  hook_keys: { made_by: 'keeps the ID' },
  hook_templates: { made_by: 'keeps the ID' },
  lost_fields: {}, // names of fields, without their values
  delivery_keys: {},
  post_timestamps: {},
  settings: { saved_by: 'keeps the ID' },
  imports: {},
  server_keys: {},
  period_figures: {},
  write_checks: {},
  oldest_version: {},
  search_vectors: {}, // words of posts, which are removed with them
  search_changes: { up_to: 'no person' },
  retention_progress: {},
}
