import type { Db } from '../connection/open.js'
import { ms } from '../connection/time.js'
import { Prisma } from '../generated/client.js'
import { type App, toApp, withBot } from './apps.js'

export type AppUsage = { creator: string; liveTokens: number; users: number; lastUsedAt: number }

type Row = { id: string; creator: string; live_tokens: number; users: number; last_used_at: bigint }

/** Returns the usage of apps, by ID. */
export async function appUsage(db: Db, ids: string[], nowMs: number): Promise<Map<string, AppUsage>> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT app.id, coalesce(creator.username, '') AS creator, ${lastUse(Prisma.sql`true`)} AS last_used_at,
      (SELECT count(*)::int FROM sessions WHERE app_id = app.id AND expires_at > ${nowMs}::bigint) AS live_tokens,
      (SELECT count(*)::int FROM oauth_consents WHERE app_id = app.id) AS users
    FROM oauth_apps app LEFT JOIN users creator ON creator.id = app.creator_id WHERE app.id = ANY(${ids}::text[])`
  return new Map(
    rows.map(({ id, creator, live_tokens: liveTokens, users, last_used_at }) => [
      id,
      { creator, liveTokens, users, lastUsedAt: ms(last_used_at) },
    ]),
  )
}

/** Last use of a token that is still stored, or its issue time if unused. 0 if there is none. */
function lastUse(whose: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`greatest(0::bigint,
    (SELECT max(last_activity_at) FROM sessions WHERE app_id = app.id AND ${whose}),
    (SELECT max(update_at) FROM oauth_token_families WHERE app_id = app.id AND ${whose}))`
}

/** The scopes that a user granted to an app, separated by spaces. */
export type Authorized = { app: App; scope: string; authorizedAt: number; lastUsedAt: number }

/** Returns the apps that act for a user, most recently authorized first. */
export async function authorizedApps(db: Db, userId: string): Promise<Authorized[]> {
  const consents = await db.oauthConsent.findMany({
    where: { userId },
    include: { app: { include: withBot } },
    orderBy: [{ updateAt: 'desc' }, { appId: 'desc' }],
  })
  const ids = consents.map(({ appId }) => appId)
  const uses = await db.$queryRaw<Pick<Row, 'id' | 'last_used_at'>[]>`
    SELECT app.id, ${lastUse(Prisma.sql`user_id = ${userId}`)} AS last_used_at
    FROM oauth_apps app WHERE app.id = ANY(${ids}::text[])`
  const lastUses = new Map(uses.map(({ id, last_used_at }) => [id, ms(last_used_at)]))
  return consents.map(({ app, scope, updateAt }) => {
    return { app: toApp(app), scope, authorizedAt: ms(updateAt), lastUsedAt: lastUses.get(app.id) ?? 0 }
  })
}
