import type { Db } from '../connection/open.js'
import { ms } from '../connection/time.js'
import type { Hook as Row } from '../generated/client.js'
import { digest } from '../users/sessions.js'
import type { CreatorStatus } from './creator-status.js'
import { type HookOffer, type HookStanding, type NamedUser, noOffer, standingsOf } from './hook-offers.js'

/** A hook as those see it who manage it. Its key is not in it: only a digest of that is stored. */
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
  lastUsedAt: number
  /** Since when every delivery was rejected; 0 while all is well. */
  failingSince: number
  /** Since when it takes nothing; 0 while it is enabled. */
  disabledAt: number
  creatorStatus: CreatorStatus
  /** Null while it is offered to nobody. */
  offer: HookOffer | null
  /** Who made its latest key, where that was not its creator; else null. */
  keyMaker: NamedUser | null
}

async function withCreators(db: Pick<Db, '$queryRaw'>, rows: Row[]): Promise<ManagedHook[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const standings = await standingsOf(db, ids)
  return rows.map(row => toHook(row, standings.get(row.id)))
}

function toHook(
  { ownerToldAt, offeredTo, offeredBy, offeredAt, ...row }: Row,
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
  }
}

/** What those decide who manage a hook. */
export type HookChoices = Pick<
  ManagedHook,
  'channelId' | 'displayName' | 'description' | 'confirm' | 'locked'
>

export type NewHook = HookChoices & Pick<ManagedHook, 'id' | 'createAt' | 'userId' | 'teamId'>

/**
 * Make a hook that `key` opens. One statement: the hook is there when its key is.
 * @returns undefined when a hook has or had this key
 */
export async function createHook(db: Db, hook: NewHook, key: string): Promise<ManagedHook | undefined> {
  const { id, createAt, userId, channelId, teamId, displayName, description, confirm, locked } = hook
  const made = await db.$executeRaw`
    WITH opened AS (
      INSERT INTO hook_keys (digest, hook_id, create_at) VALUES (${digest(key)}, ${id}, ${createAt})
      ON CONFLICT DO NOTHING RETURNING hook_id
    )
    INSERT INTO hooks (id, create_at, update_at, user_id, channel_id, team_id, display_name, description, confirm, locked)
    SELECT hook_id, ${createAt}, ${createAt}, ${userId}, ${channelId}, ${teamId}, ${displayName}, ${description},
      ${confirm}, ${locked}
    FROM opened`
  return made === 0 ? undefined : findHook(db, id)
}

/** The live hook with this id. */
export async function findHook(db: Db, id: string): Promise<ManagedHook | undefined> {
  const row = await db.hook.findFirst({ where: { id, deleteAt: 0 } })
  return row ? (await withCreators(db, [row]))[0] : undefined
}

/** A team's live hooks, the oldest first. */
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
 * Changes a hook as it was seen. Another channel or lock ends its offer: that was made for what it was.
 * @returns undefined when it was deleted, or became somebody else's, meanwhile
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

/** @returns false when it was deleted already */
export async function deleteHook(db: Db, id: string, nowMs: number): Promise<boolean> {
  const stamps = { deleteAt: nowMs, updateAt: nowMs, ...noOffer }
  const { count } = await db.hook.updateMany({ where: { id, deleteAt: 0 }, data: stamps })
  return count > 0
}

/** Disable a hook as of `disabledAt`, or enable it with 0. One that is disabled already keeps its time. @returns undefined when it was deleted */
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

/** Disable every hook of a user that is enabled. */
export async function disableHooksOf(db: Db, userId: string, nowMs: number): Promise<void> {
  const data = { disabledAt: nowMs, updateAt: nowMs, ...noOffer }
  await db.hook.updateMany({ where: { userId, deleteAt: 0, disabledAt: 0 }, data })
}

/** 1970 is over on every machine's clock. */
const endedLongAgo = 1

/**
 * Give a hook another key. The ones it had open it until `oldUntil`, never longer than they did; with 0 they open nothing
 * from now on, whatever the clocks of other machines say. They are remembered, until the next time, for who still uses
 * one. A key that `by` makes for somebody else's hook is marked with them.
 * @returns undefined when the hook was deleted meanwhile
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
    const hook = await tx.hook.findUniqueOrThrow({ where: { id } }) // locked: its creator is who it is now
    const madeBy = hook.userId === by ? '' : by
    await tx.hookKey.create({ data: { digest: digest(key), hookId: id, createAt: nowMs, madeBy } })
    return (await withCreators(tx, [hook]))[0]
  })
}
