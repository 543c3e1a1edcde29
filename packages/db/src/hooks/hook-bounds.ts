import type { Db } from '../connection/open.js'
import { type InTransaction, inTransactionOf } from '../connection/transaction.js'
import { Prisma } from '../generated/client.js'

/** The most live hooks of an owner, with those of the owner's bots, and of a team. */
export type HookBounds = { perOwner: number; perTeam: number }

export type TooManyHooks = 'too_many_hooks_of_owner' | 'too_many_hooks_of_team'

const unbounded: HookBounds = { perOwner: Number.POSITIVE_INFINITY, perTeam: Number.POSITIVE_INFINITY }

/**
 * Gives a user one more hook by `add`, unless the user's owner or the team has too many. Concurrent calls leave no more than
 * `most`. `teamId`: absent if the hook is of the team already.
 */
export async function addHook<Result>(
  db: Db,
  { userId, teamId }: { userId: string; teamId?: string },
  most = unbounded,
  add: (locked: InTransaction) => Promise<Result>,
): Promise<Result | TooManyHooks> {
  const ownerId = await findOwner(db, userId)
  return inTransactionOf(db, ownerId, async locked => {
    await locked.$queryRaw`SELECT 1 FROM users WHERE id = ${ownerId} FOR NO KEY UPDATE`
    if ((await hooksOwnedBy(locked, ownerId)) >= most.perOwner) return 'too_many_hooks_of_owner'
    if (teamId !== undefined && (await hooksInTeam(locked, teamId)) >= most.perTeam)
      return 'too_many_hooks_of_team'
    return add(locked)
  })
}

/** Returns how many live hooks count for an owner. */
export async function hooksOwnedBy(db: Pick<Db, '$queryRaw'>, ownerId: string): Promise<number> {
  const [found] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM hooks WHERE delete_at = 0 AND user_id IN (
      SELECT ${ownerId} UNION ALL SELECT bot_user_id FROM oauth_apps WHERE creator_id = ${ownerId})`
  return found?.count ?? 0
}

async function hooksInTeam(locked: InTransaction, teamId: string): Promise<number> {
  await locked.$queryRaw`SELECT 1 FROM teams WHERE id = ${teamId} FOR NO KEY UPDATE`
  return locked.hook.count({ where: { teamId, deleteAt: 0 } })
}

/** An SQL expression: the user who answers for what the user in this column does. For a bot, that is the owner of its app. */
export const ownerColumn = (column: string) =>
  `coalesce((SELECT creator_id FROM oauth_apps WHERE bot_user_id = ${column}), ${column})`

/** Returns the owner of a sender: of a hook, or of a user who sends by a token. */
export async function findOwner(db: Db, senderId: string): Promise<string> {
  const [found] = await db.$queryRaw<{ owner: string }[]>`
    SELECT ${Prisma.raw(ownerColumn('user_id'))} AS owner
    FROM (SELECT coalesce((SELECT user_id FROM hooks WHERE id = ${senderId}), ${senderId}) AS user_id) AS sender`
  return found?.owner ?? senderId
}
