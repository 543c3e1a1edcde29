import type { Db } from '../connection/open.js'
import type { InTransaction } from '../connection/transaction.js'
import { Prisma } from '../generated/client.js'

/** A condition for queries over `oauth_apps app`: an app does nothing while its owner is deactivated, or gone. */
export const isInForce = Prisma.sql`
  EXISTS (SELECT FROM users owner WHERE owner.id = app.creator_id AND owner.delete_at = 0)`

/** The owner of an app that may do something now; undefined while the owner is deactivated. */
export async function activeOwnerOf(db: Db, appId: string): Promise<string | undefined> {
  const [app] = await db.$queryRaw<{ creator_id: string }[]>`
    SELECT creator_id FROM oauth_apps app WHERE id = ${appId} AND ${isInForce}`
  return app?.creator_id
}

/** A condition for queries over `users`: the accounts of this user's bots. */
export const isBotOf = (userId: string) =>
  Prisma.sql`users.id IN (SELECT bot_user_id FROM oauth_apps WHERE creator_id = ${userId})`

/** When a user was deactivated, and will have been; 0 where they are active. */
export type ActivityChange = { before: number; after: number; nowMs: number }

/**
 * Deactivates or activates a user's bots with their owner. A bot that was deactivated by itself stays so: it has another time
 * than its owner. In a transaction that locks them.
 */
export async function setBotsActive(
  tx: InTransaction,
  userId: string,
  { before, after, nowMs }: ActivityChange,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE users SET delete_at = ${after}::bigint, update_at = ${nowMs}::bigint
    WHERE ${isBotOf(userId)} AND delete_at = ${before}::bigint`
}

/** The ids of all sessions of a user's apps, whoever they act for. */
export async function sessionsOfAppsOf(tx: InTransaction, userId: string): Promise<string[]> {
  const sessions = await tx.session.findMany({ where: { app: { creatorId: userId } }, select: { id: true } })
  return sessions.map(({ id }) => id)
}
