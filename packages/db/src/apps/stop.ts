import { lockApp, lockGrants } from '../connection/locks.js'
import type { Db } from '../connection/open.js'
import { inTransaction, inTransactionOf } from '../connection/transaction.js'
import { Prisma } from '../generated/client.js'
import { noOffer } from '../hooks/hook-offers.js'
import { endSessionsWhere } from '../users/end-sessions.js'

/**
 * Deletes an app with everything that users granted it, deactivates its bot and disables the bot's hooks, for which nobody answers
 * any more.
 * @returns the IDs of the ended sessions, or undefined if there is no such app
 */
export function deleteApp(db: Db, id: string, nowMs: number): Promise<string[] | undefined> {
  return inTransaction(db, async locked => {
    if (!(await lockApp(locked, id))) return undefined
    const all = Prisma.sql`app_id = ${id}`
    const ended = await endSessionsWhere(locked, { sessions: all, families: all })
    await locked.hook.updateMany({
      where: { user: { botOf: { id } }, deleteAt: 0, disabledAt: 0 },
      data: { disabledAt: nowMs, updateAt: nowMs, ...noOffer },
    })
    await locked.user.updateMany({
      where: { botOf: { id }, deleteAt: 0 },
      data: { deleteAt: nowMs, updateAt: nowMs },
    })
    await locked.oauthApp.deleteMany({ where: { id } })
    return ended
  })
}

/**
 * Revokes a user's authorization of an app.
 * @returns the IDs of the ended sessions
 */
export function deauthorizeApp(db: Db, userId: string, appId: string): Promise<string[]> {
  const where = { userId, appId }
  return inTransactionOf(db, userId, async locked => {
    await lockGrants(locked, userId)
    await locked.oauthConsent.deleteMany({ where })
    await locked.oauthCode.deleteMany({ where })
    const theirs = Prisma.sql`app_id = ${appId} AND user_id = ${userId}`
    return endSessionsWhere(locked, { sessions: theirs, families: theirs })
  })
}
