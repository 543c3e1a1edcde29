import type { Db } from '../connection/open.js'
import type { InTransaction } from '../connection/transaction.js'
import { Prisma } from '../generated/client.js'

/** A condition for queries over `oauth_apps app`: an app is suspended while its owner is deactivated or deleted. */
export const isInForce = Prisma.sql`
  EXISTS (SELECT FROM users owner WHERE owner.id = app.creator_id AND owner.delete_at = 0)`

/** Returns the app's owner, or undefined while the owner is deactivated. */
export async function activeOwnerOf(db: Db, appId: string): Promise<string | undefined> {
  const [app] = await db.$queryRaw<{ creator_id: string }[]>`
    SELECT creator_id FROM oauth_apps app WHERE id = ${appId} AND ${isInForce}`
  return app?.creator_id
}

/** Returns whether a user is the bot of an app of this owner. */
export async function isOwnBot(db: Db, botUserId: string, ownerId: string): Promise<boolean> {
  return (await db.oauthApp.count({ where: { botUserId, creatorId: ownerId } })) > 0
}

/** A condition for queries over `users`: the accounts of this user's bots. */
export const isBotOf = (userId: string) =>
  Prisma.sql`users.id IN (SELECT bot_user_id FROM oauth_apps WHERE creator_id = ${userId})`

/** The times at which a user was, and will be, deactivated. 0 means active. */
export type ActivityChange = { before: number; after: number; nowMs: number }

/**
 * Deactivates or activates a user's bots with their owner. A bot that was deactivated on its own has another time and
 * stays deactivated. Needs a transaction that locks them.
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

/** Returns the IDs of all sessions of a user's apps, for any user. */
export async function sessionsOfAppsOf(tx: InTransaction, userId: string): Promise<string[]> {
  const sessions = await tx.session.findMany({ where: { app: { creatorId: userId } }, select: { id: true } })
  return sessions.map(({ id }) => id)
}
