import type { Db } from '../connection/open.js'
import { ms } from '../connection/time.js'
import { digest } from '../digest.js'
import type { Hook as Row } from '../generated/client.js'
import type { CreatorStatus } from './creator-status.js'
import { addHook, type HookBounds, type TooManyHooks } from './hook-bounds.js'
import { type HookOffer, type HookStanding, type NamedUser, noOffer, standingsOf } from './hook-offers.js'

/** How a hook's sender signs its calls. `header` and `timestampHeader` are in lower case, or empty. Times are milliseconds. */
export type HookSignature = {
  scheme: string
  header: string
  timestampHeader: string
  toleranceSeconds: number
  /** Whether calls without a signature are refused, too. */
  required: boolean
  /** When each secret was set. */
  secretsSetAt: number[]
}

/** A hook with details for users who manage it. The key is not included, because only its digest is stored. */
export type ManagedHook = {
  id: string
  createAt: number
  updateAt: number
  deleteAt: number
  userId: string
  channelId: string
  teamId: string
  displayName: string
  description: string
  confirm: boolean
  locked: boolean
  /** The adapter that reads its payloads. Empty for none. */
  format: string
  /** For how long repeats of a post are counted in it instead of posted again. 0 for never. */
  collapseSeconds: number
  /** Null if calls are not verified. */
  signature: HookSignature | null
  /** The addresses and ranges that may call it. Empty for all. */
  allowFrom: string[]
  /** The version of its template. 0 for none. */
  templateVersion: number
  lastUsedAt: number
  /** Time since which every delivery was rejected. 0 if the hook works. */
  failingSince: number
  /** Time since which the hook rejects all calls. 0 if it is enabled. */
  disabledAt: number
  creatorStatus: CreatorStatus
  /** Null without a pending offer. */
  offer: HookOffer | null
  /** The user who made the latest key, unless that was the creator. Else null. */
  keyMaker: NamedUser | null
}

async function withCreators(db: Pick<Db, '$queryRaw'>, rows: Row[]): Promise<ManagedHook[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const standings = await standingsOf(db, ids)
  return rows.map(row => toHook(row, standings.get(row.id)))
}

function toHook(
  { ownerToldAt, offeredTo, offeredBy, offeredAt, signature, signatureSecrets, ...row }: Row,
  { creatorStatus, offer, keyMaker }: HookStanding = { creatorStatus: 'active', offer: null, keyMaker: null },
): ManagedHook {
  return {
    ...row,
    creatorStatus,
    offer,
    keyMaker,
    createAt: ms(row.createAt),
    updateAt: ms(row.updateAt),
    deleteAt: ms(row.deleteAt),
    lastUsedAt: ms(row.lastUsedAt),
    failingSince: ms(row.failingSince),
    disabledAt: ms(row.disabledAt),
    signature: readSignature(signature),
  }
}

/** Reads the column `signature`. */
export function readSignature(text: string): HookSignature | null {
  return text === '' ? null : (JSON.parse(text) as HookSignature)
}

/** The fields that users who manage a hook can set. */
export type HookChoices = Pick<
  ManagedHook,
  'channelId' | 'displayName' | 'description' | 'confirm' | 'locked' | 'format'
> &
  Partial<Pick<ManagedHook, 'collapseSeconds' | 'allowFrom'>>

export type NewHook = HookChoices & Pick<ManagedHook, 'id' | 'createAt' | 'userId' | 'teamId'>

/**
 * Creates a hook with `key`, unless its owner or its team has too many.
 * @returns undefined if the key belongs or belonged to a hook
 */
export async function createHook(
  db: Db,
  hook: NewHook,
  key: string,
  most?: HookBounds,
): Promise<ManagedHook | TooManyHooks | undefined> {
  const { id, createAt, userId, channelId, teamId, displayName, description, confirm, locked, format } = hook
  const { collapseSeconds = 0, allowFrom = [] } = hook
  const made = await addHook(
    db,
    hook,
    most,
    tx => tx.$executeRaw`
    WITH opened AS (
      INSERT INTO hook_keys (digest, hook_id, create_at) VALUES (${digest(key)}, ${id}, ${createAt})
      ON CONFLICT DO NOTHING RETURNING hook_id
    )
    INSERT INTO hooks (id, create_at, update_at, user_id, channel_id, team_id, display_name, description, confirm, locked,
      format, collapse_seconds, allow_from)
    SELECT hook_id, ${createAt}, ${createAt}, ${userId}, ${channelId}, ${teamId}, ${displayName}, ${description},
      ${confirm}, ${locked}, ${format}, ${collapseSeconds}, ${allowFrom}
    FROM opened`,
  )
  if (typeof made === 'string') return made
  return made === 0 ? undefined : findHook(db, id)
}

/** Returns the live hook with this ID. */
export async function findHook(db: Db, id: string): Promise<ManagedHook | undefined> {
  const row = await db.hook.findFirst({ where: { id, deleteAt: 0 } })
  return row ? (await withCreators(db, [row]))[0] : undefined
}

/** Returns a team's live hooks, oldest first. */
export async function hooksOf(db: Db, teamId: string, offset: number, limit: number): Promise<ManagedHook[]> {
  const rows = await db.hook.findMany({
    where: { teamId, deleteAt: 0 },
    orderBy: [{ createAt: 'asc' }, { id: 'asc' }],
    skip: offset,
    take: limit,
  })
  return withCreators(db, rows)
}

/**
 * Changes a hook that was read before. Another channel or lock ends its offer, which was made for the old state.
 * @returns undefined if the hook was deleted or changed its creator in the meantime
 */
export async function changeHook(
  db: Db,
  { id, userId, channelId, locked }: Pick<ManagedHook, 'id' | 'userId' | 'channelId' | 'locked'>,
  choices: HookChoices,
  nowMs: number,
): Promise<ManagedHook | undefined> {
  const isOther = choices.channelId !== channelId || choices.locked !== locked
  const data = { ...choices, ...(isOther && noOffer), updateAt: nowMs }
  const { count } = await db.hook.updateMany({ where: { id, userId, deleteAt: 0 }, data })
  return count === 0 ? undefined : findHook(db, id)
}

/** Removes a signature with its secrets. */
export const noSignature = { signature: '', signatureSecrets: [] }

/** @returns false if it was already deleted */
export async function deleteHook(db: Db, id: string, nowMs: number): Promise<boolean> {
  const stamps = { deleteAt: nowMs, updateAt: nowMs, ...noOffer, ...noSignature }
  const { count } = await db.hook.updateMany({ where: { id, deleteAt: 0 }, data: stamps })
  return count > 0
}

/**
 * Disables a hook as of `disabledAt`, or enables it with 0. A disabled hook keeps its time. @returns undefined
 * if it was deleted
 */
export async function setHookDisabled(
  db: Db,
  id: string,
  disabledAt: number,
  nowMs: number,
): Promise<ManagedHook | undefined> {
  const differs = disabledAt === 0 ? { gt: 0 } : 0
  await db.hook.updateMany({
    where: { id, deleteAt: 0, disabledAt: differs },
    data: { disabledAt, updateAt: nowMs, ...noOffer },
  })
  return findHook(db, id)
}

/** Disables every enabled hook of a user. */
export async function disableHooksOf(db: Db, userId: string, nowMs: number): Promise<void> {
  const data = { disabledAt: nowMs, updateAt: nowMs, ...noOffer }
  await db.hook.updateMany({ where: { userId, deleteAt: 0, disabledAt: 0 }, data })
}

/** Before the present on every machine's clock. */
const endedLongAgo = 1

/**
 * Gives a hook another key. Old keys expire at `oldUntil`, or earlier if they already would. 0 expires them at once,
 * even on machines with other clocks. They stay stored until the next call, to explain failures to senders that still
 * use one. The new key records `by` if that is not the creator.
 * @returns undefined if the hook was deleted in the meantime
 */
export async function replaceKey(
  db: Db,
  id: string,
  key: string,
  { by, nowMs, oldUntil }: { by: string; nowMs: number; oldUntil: number },
): Promise<ManagedHook | undefined> {
  return db.$transaction(async tx => {
    const { count } = await tx.hook.updateMany({ where: { id, deleteAt: 0 }, data: { updateAt: nowMs } })
    if (count === 0) return undefined
    const lasting = { hookId: id, OR: [{ expiresAt: 0 }, { expiresAt: { gt: oldUntil } }] }
    const expiresAt = oldUntil || endedLongAgo
    await tx.hookKey.deleteMany({ where: { hookId: id, expiresAt: { gt: 0, lte: nowMs } } })
    await tx.hookKey.updateMany({ where: lasting, data: { expiresAt } })
    const hook = await tx.hook.findUniqueOrThrow({ where: { id } }) // locked, so its creator cannot change
    const madeBy = hook.userId === by ? '' : by
    await tx.hookKey.create({ data: { digest: digest(key), hookId: id, createAt: nowMs, madeBy } })
    return (await withCreators(tx, [hook]))[0]
  })
}
