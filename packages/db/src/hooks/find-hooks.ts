import type { Db } from '../connection/open.js'
import { textArray } from '../connection/text-array.js'
import { ms } from '../connection/time.js'
import { type CreatorStatus, creatorStatus } from './creator-status.js'

/** What a process needs to know of a hook to accept or post for it. */
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
 * A hook, since when it cannot post what it is sent, when its owner was told, and whether its creator still has a say. No
 * cache holds these three: they change without raising the version.
 */
export type WatchedHook = Hook & { failingSince: number; ownerToldAt: number; creatorStatus: CreatorStatus }

/**
 * A key that opens a live hook; `expiresAt` 0: for good. `disabledAt` 0: the hook takes what it is sent. `keyMadeBy` is empty where
 * the key is the creator's own.
 */
export type OpenHook = { hook: Hook & { disabledAt: number; keyMadeBy: string }; expiresAt: number }

const byKey = `
  SELECT encode(digest, 'hex') AS digest, expires_at::float8 AS "expiresAt",
    json_build_object('id', hooks.id, 'userId', user_id, 'teamId', team_id, 'channelId', channel_id,
      'displayName', display_name, 'confirm', confirm, 'locked', locked, 'deleteAt', delete_at, 'disabledAt', disabled_at,
      'keyMadeBy', made_by) AS hook
  FROM hook_keys JOIN hooks ON hooks.id = hook_id
  WHERE digest = ANY(ARRAY(SELECT decode(hex, 'hex') FROM unnest($1::text[]) hex)) AND delete_at = 0`

/** The live hooks behind these keys, by the SHA-256 of the key in hex; unknown ones are left out. */
export async function findHooksByKey(db: Db, digests: string[]): Promise<Map<string, OpenHook>> {
  const values = [textArray(digests)]
  const { rows } = await db.pool.query<OpenHook & { digest: string }>({ name: 'by key', text: byKey, values })
  return new Map(rows.map(({ digest, hook, expiresAt }) => [digest, { hook, expiresAt }]))
}

type Row = Omit<WatchedHook, 'deleteAt' | 'failingSince' | 'ownerToldAt'> &
  Record<'deleteAt' | 'failingSince' | 'ownerToldAt', bigint>

/** Hooks by id, deleted ones too. One question, their creators included: every batch asks it. */
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
