import type { Db } from './open.js'
import { ms } from './time.js'

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

/** A hook, since when it cannot post what it is sent, and when its owner was told. No cache holds these two: they change without raising the version. */
export type WatchedHook = Hook & { failingSince: number; ownerToldAt: number }

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

const watchedFields = { ...fields, failingSince: true, ownerToldAt: true } as const

/** Hooks by id, deleted ones too. */
export async function findHooks(db: Db, ids: string[]): Promise<Map<string, WatchedHook>> {
  const hooks = await db.hook.findMany({ where: { id: { in: ids } }, select: watchedFields })
  return new Map(
    hooks.map(hook => [
      hook.id,
      {
        ...hook,
        deleteAt: ms(hook.deleteAt),
        failingSince: ms(hook.failingSince),
        ownerToldAt: ms(hook.ownerToldAt),
      },
    ]),
  )
}
