import type { Db } from '../connection/open.js'
import { inTransactionOf } from '../connection/transaction.js'

/** Where a browser receives push notifications, and the keys that encrypt them for it (RFC 8291). */
export type PushSubscription = { endpoint: string; p256dh: string; auth: string }

/** A stored subscription, which ends with its session. */
export type StoredSubscription = PushSubscription & { sessionId: string; userId: string }

/** A subscription that fails this often in a row is removed. */
const maxFailures = 10

type New = PushSubscription & { sessionId: string; userId: string; nowMs: number }

/**
 * Stores the subscription of a session, in place of its previous one. Removes the user's oldest ones beyond `most`. The lock
 * on the user comes before the one on the session (locks.ts).
 * @returns whether it was stored, which is false if the session has ended
 */
export function savePushSubscription(db: Db, { nowMs, ...given }: New, most: number): Promise<boolean> {
  const { sessionId, userId, endpoint, p256dh, auth } = given
  return inTransactionOf(db, userId, async tx => {
    await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${userId} FOR NO KEY UPDATE`
    const saved = await tx.$executeRaw`
      INSERT INTO push_subscriptions (session_id, user_id, endpoint, p256dh, auth, created_at)
      SELECT id, user_id, ${endpoint}, ${p256dh}, ${auth}, ${nowMs}::bigint FROM sessions
      WHERE id = ${sessionId} AND user_id = ${userId}
      ON CONFLICT (session_id) DO UPDATE SET endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth,
        created_at = excluded.created_at, failures = 0`
    await tx.$executeRaw`
      DELETE FROM push_subscriptions WHERE session_id IN (
        SELECT session_id FROM push_subscriptions WHERE user_id = ${userId}
        ORDER BY created_at DESC, session_id DESC OFFSET ${most})`
    return saved > 0
  })
}

/** Removes the subscription of a session, if it has one. */
export async function deletePushSubscription(db: Db, sessionId: string): Promise<void> {
  await db.pushSubscription.deleteMany({ where: { sessionId } })
}

/** Returns the endpoint of a session's subscription, or undefined. */
export async function pushEndpointOf(db: Db, sessionId: string): Promise<string | undefined> {
  const found = await db.pushSubscription.findUnique({ where: { sessionId }, select: { endpoint: true } })
  return found?.endpoint
}

/** Returns the subscriptions of these users, without those of expired sessions. */
export async function pushSubscriptionsOf(
  db: Db,
  userIds: string[],
  nowMs: number,
): Promise<StoredSubscription[]> {
  return db.pushSubscription.findMany({
    where: { userId: { in: userIds }, session: { expiresAt: { gt: nowMs } } },
    select: { sessionId: true, userId: true, endpoint: true, p256dh: true, auth: true },
    orderBy: { sessionId: 'asc' },
  })
}

/** Records what a push service answered. A subscription that is gone, or failed ten times in a row, is removed. */
export async function notePushResult(
  db: Db,
  { sessionId, endpoint }: Pick<StoredSubscription, 'sessionId' | 'endpoint'>,
  result: 'sent' | 'failed' | 'gone',
): Promise<void> {
  const where = { sessionId, endpoint } // the session may have subscribed again meanwhile
  if (result === 'failed')
    await db.pushSubscription.updateMany({ where, data: { failures: { increment: 1 } } })
  if (result === 'sent')
    await db.pushSubscription.updateMany({ where: { ...where, failures: { gt: 0 } }, data: { failures: 0 } })
  if (result === 'gone') await db.pushSubscription.deleteMany({ where })
  if (result === 'failed')
    await db.pushSubscription.deleteMany({ where: { ...where, failures: { gte: maxFailures } } })
}

/** A key pair of the server. `secret` is encrypted. */
type ServerKey = { public: string; secret: string }

/** Returns the key pair of this name. The first process that asks stores what `make` returns. */
export async function serverKey(db: Db, name: string, make: () => ServerKey): Promise<ServerKey> {
  const found = await findServerKey(db, name)
  if (found) return found
  const made = make()
  await db.$executeRaw`
    INSERT INTO server_keys (name, public, secret) VALUES (${name}, ${made.public}, ${made.secret}) ON CONFLICT DO NOTHING`
  return (await findServerKey(db, name)) ?? made
}

function findServerKey(db: Db, name: string): Promise<ServerKey | null> {
  return db.serverKey.findUnique({ where: { name }, select: { public: true, secret: true } })
}

/** Replaces the encrypted half of a key pair, unless it has changed meanwhile. */
export async function resealServerKey(db: Db, name: string, from: string, secret: string): Promise<void> {
  await db.serverKey.updateMany({ where: { name, secret: from }, data: { secret } })
}
