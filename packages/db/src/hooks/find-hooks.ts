import type { Db } from '../connection/open.js'
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

/** A key that opens a live hook; `expiresAt` 0: for good. */
export type OpenHook = { hook: Hook; expiresAt: number }

const fields = {
  id: true,
  userId: true,
  teamId: true,
  channelId: true,
  displayName: true,
  confirm: true,
  locked: true,
  deleteAt: true,
} as const

/** The live hooks behind these keys, by the SHA-256 of the key in hex; unknown ones are left out. */
export async function findHooksByKey(db: Db, digests: string[]): Promise<Map<string, OpenHook>> {
  const keys = await db.hookKey.findMany({
    where: {
      digest: { in: digests.map(digest => new Uint8Array(Buffer.from(digest, 'hex'))) },
      hook: { deleteAt: 0 },
    },
    select: { digest: true, expiresAt: true, hook: { select: fields } },
  })
  return new Map(
    keys.map(({ digest, expiresAt, hook }) => [
      Buffer.from(digest).toString('hex'),
      { hook: { ...hook, deleteAt: ms(hook.deleteAt) }, expiresAt: ms(expiresAt) },
    ]),
  )
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
