import type { Db } from '../connection/open.js'
import { textArray } from '../connection/parameters.js'
import { ms } from '../connection/time.js'
import { type CreatorStatus, creatorStatus } from './creator-status.js'
import { ownerColumn } from './hook-bounds.js'
import type { HookSignature } from './manage-hooks.js'

/** The fields of a hook that accepting and posting need. */
export type Hook = {
  id: string
  userId: string
  teamId: string
  channelId: string
  displayName: string
  confirm: boolean
  locked: boolean
  deleteAt: number
}

/**
 * A hook, since when it has been failing, when its owner was last notified, and its creator's status. Caches must not
 * store these three, because they change without a new version.
 */
export type WatchedHook = Hook & { failingSince: number; ownerToldAt: number; creatorStatus: CreatorStatus }

/**
 * A key that opens a live hook. `expiresAt` 0 means never. `ownerId` is the user who answers for the hook: its creator, or the
 * owner of the app whose bot created it. `disabledAt` 0 means enabled. `keyMadeBy` is empty
 * if the creator made the key. `format` is the adapter that reads all payloads, or empty. `secrets` are encrypted.
 * `allowFrom` lists the addresses and ranges that may call, if not all may. `templateVersion` is the version of its template,
 * or 0.
 */
export type OpenHook = {
  hook: Hook & {
    ownerId: string
    disabledAt: number
    keyMadeBy: string
    format: string
    templateVersion: number
    signature: (HookSignature & { secrets: string[] }) | null
    allowFrom: string[] | null
  }
  expiresAt: number
}

const byKey = `
  SELECT encode(digest, 'hex') AS digest, expires_at::float8 AS "expiresAt",
    json_build_object('id', hooks.id, 'userId', user_id, 'ownerId', ${ownerColumn('user_id')}, 'teamId', team_id, 'channelId', channel_id,
      'displayName', display_name, 'confirm', confirm, 'locked', locked, 'deleteAt', delete_at, 'disabledAt', disabled_at,
      'keyMadeBy', made_by, 'format', format, 'templateVersion', template_version, 'signature', nullif(signature, '')::jsonb || jsonb_build_object('secrets', signature_secrets),
      'allowFrom', nullif(allow_from, '{}')) AS hook
  FROM hook_keys JOIN hooks ON hooks.id = hook_id
  WHERE digest = ANY(ARRAY(SELECT decode(hex, 'hex') FROM unnest($1::text[]) hex)) AND delete_at = 0`

/** Returns the live hooks behind these keys, by the SHA-256 of the key in hex. Omits unknown keys. */
export async function findHooksByKey(db: Db, digests: string[]): Promise<Map<string, OpenHook>> {
  const values = [textArray(digests)]
  const { rows } = await db.pool.query<OpenHook & { digest: string }>({ name: 'by key', text: byKey, values })
  return new Map(rows.map(({ digest, hook, expiresAt }) => [digest, { hook, expiresAt }]))
}

type Row = Omit<WatchedHook, 'deleteAt' | 'failingSince' | 'ownerToldAt'> &
  Record<'deleteAt' | 'failingSince' | 'ownerToldAt', bigint>

/** Returns hooks by ID, including deleted ones, with their creators. One query, because every batch runs it. */
export async function findHooks(db: Db, ids: string[]): Promise<Map<string, WatchedHook>> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT hooks.id, hooks.user_id AS "userId", hooks.team_id AS "teamId", channel_id AS "channelId",
      display_name AS "displayName", confirm, locked, hooks.delete_at AS "deleteAt",
      failing_since AS "failingSince", owner_told_at AS "ownerToldAt", ${creatorStatus} AS "creatorStatus"
    FROM hooks JOIN users ON users.id = hooks.user_id
    WHERE hooks.id = ANY(${ids}::text[])`
  return new Map(
    rows.map(row => {
      const { deleteAt, failingSince, ownerToldAt } = row
      const times = { deleteAt: ms(deleteAt), failingSince: ms(failingSince), ownerToldAt: ms(ownerToldAt) }
      return [row.id, { ...row, ...times }]
    }),
  )
}
