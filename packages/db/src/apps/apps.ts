import { isDuplicate } from '../connection/errors.js'
import { lockApp, lockGrants } from '../connection/locks.js'
import type { Db } from '../connection/open.js'
import { ms } from '../connection/time.js'
import { inTransaction, inTransactionOf } from '../connection/transaction.js'
import { digest } from '../digest.js'
import { Prisma, type OauthApp as Row } from '../generated/client.js'
import { hooksOwnedBy } from '../hooks/hook-bounds.js'
import { noOffer } from '../hooks/hook-offers.js'
import { activeOwnerOf } from '../users/app-owners.js'
import { endSessionsWhere } from '../users/sessions.js'

/** A program that acts for users or as its bot. The secret is not included, because only its digest is stored. */
export type App = {
  id: string
  creatorId: string
  createAt: number
  updateAt: number
  name: string
  description: string
  iconUrl: string
  callbackUrls: string[]
  homepage: string
  isTrusted: boolean
  /** Whether it has no secret. Such an app has no bot either. */
  isPublic: boolean
  bot: Bot | undefined
}
type Bot = { id: string; username: string }

/** What the user who registers or changes an app decides. */
export type AppChoices = Pick<
  App,
  'name' | 'description' | 'iconUrl' | 'callbackUrls' | 'homepage' | 'isTrusted'
>

export const withBot = { bot: { select: { id: true, username: true } } } as const
type WithBot = Row & { bot: Bot | null }

export function toApp({ secretDigest: _, botUserId: __, bot, ...row }: WithBot): App {
  return { ...row, createAt: ms(row.createAt), updateAt: ms(row.updateAt), bot: bot ?? undefined }
}

/** A public app is created without secret and bot. */
export type NewApp = AppChoices & {
  id: string
  creatorId: string
  nowMs: number
  credentials: { secret: string; bot: Bot } | undefined
}

/**
 * Creates an app and its bot, unless the bot's user name is taken. No password opens the bot's account.
 * Concurrent calls leave this creator with at most `most` apps.
 */
export async function createApp(
  db: Db,
  app: NewApp,
  most = Number.POSITIVE_INFINITY,
): Promise<App | 'username_taken' | 'too_many_apps'> {
  const { nowMs, credentials, ...fields } = app
  const stamps = { createAt: nowMs, updateAt: nowMs }
  const { secret = '', bot } = credentials ?? {}
  const account = bot && { ...bot, ...stamps, ...botProfile(app.name), email: `${bot.id}@bots.invalid` }
  try {
    return await inTransactionOf(db, fields.creatorId, async locked => {
      await locked.$queryRaw`SELECT 1 FROM users WHERE id = ${fields.creatorId} FOR NO KEY UPDATE`
      if ((await locked.oauthApp.count({ where: { creatorId: fields.creatorId } })) >= most)
        return 'too_many_apps'
      const data = {
        ...fields,
        ...stamps,
        isPublic: credentials === undefined,
        secretDigest: secretDigest(secret),
        ...(account && { bot: { create: { ...account, isBot: true, passwordHash: '' } } }),
      }
      return toApp(await locked.oauthApp.create({ data, include: withBot }))
    })
  } catch (error) {
    if (isDuplicate(error)) return 'username_taken'
    throw error
  }
}

/** The app's name, as people see it. */
const botProfile = (name: string) => ({ nickname: name })

/** No secret has the empty digest. */
function secretDigest(secret: string) {
  return secret === '' ? new Uint8Array() : digest(secret)
}

export async function findApp(db: Db, id: string): Promise<App | undefined> {
  const row = await db.oauthApp.findUnique({ where: { id }, include: withBot })
  return row ? toApp(row) : undefined
}

/** Returns the app whose bot this account is. */
export async function findAppOfBot(db: Db, botUserId: string): Promise<App | undefined> {
  const row = await db.oauthApp.findUnique({ where: { botUserId }, include: withBot })
  return row ? toApp(row) : undefined
}

/**
 * Returns an app by its ID and secret. A public app has no secret. Returns undefined if they do not match or if the
 * owner is deactivated.
 */
export async function findAppToAuthenticate(db: Db, id: string, secret: string): Promise<App | undefined> {
  const row = await db.oauthApp.findUnique({ where: { id }, include: withBot })
  if (!row) return undefined
  const fits = row.isPublic ? secret === '' : Buffer.from(row.secretDigest).equals(secretDigest(secret))
  return fits && (await activeOwnerOf(db, id)) !== undefined ? toApp(row) : undefined
}

/** Newest first. All apps if `creatorId` is undefined. */
export async function listApps(db: Db, creatorId: string | undefined): Promise<App[]> {
  const where: Prisma.OauthAppWhereInput = creatorId === undefined ? {} : { creatorId }
  const rows = await db.oauthApp.findMany({ where, include: withBot, orderBy: { id: 'desc' } })
  return rows.map(toApp)
}

/** Updates an app and its bot's name. */
export async function changeApp(
  db: Db,
  id: string,
  choices: AppChoices,
  nowMs: number,
): Promise<App | undefined> {
  const isThere = await inTransaction(db, async locked => {
    if (!(await lockApp(locked, id))) return false
    const profile = { ...botProfile(choices.name), updateAt: nowMs }
    await locked.oauthApp.updateMany({ where: { id }, data: { ...choices, updateAt: nowMs } })
    await locked.user.updateMany({ where: { botOf: { id } }, data: profile })
    return true
  })
  return isThere ? findApp(db, id) : undefined
}

/** Replaces the secret. The old one stops working. */
export async function replaceSecret(
  db: Db,
  id: string,
  secret: string,
  nowMs: number,
): Promise<App | undefined> {
  const data = { secretDigest: digest(secret), updateAt: nowMs }
  const { count } = await db.oauthApp.updateMany({ where: { id, isPublic: false }, data })
  return count > 0 ? findApp(db, id) : undefined
}

/**
 * Transfers an app to another user, who then has at most `mostHooks` webhooks with those of the app's bot. Reactivates its bot if
 * that was deactivated with the previous owner.
 * @returns undefined if there is no such app
 */
export async function transferApp(
  db: Db,
  { id, creatorId, nowMs }: { id: string; creatorId: string; nowMs: number },
  mostHooks = Number.POSITIVE_INFINITY,
): Promise<App | 'too_many_hooks_of_owner' | undefined> {
  const done = await inTransaction(db, async locked => {
    await locked.$queryRaw`
      SELECT 1 FROM users WHERE id IN (SELECT ${creatorId} UNION ALL SELECT bot_user_id FROM oauth_apps WHERE id = ${id})
      ORDER BY id FOR NO KEY UPDATE`
    if (!(await lockApp(locked, id))) return 'no_such_app'
    const ofBot = await locked.hook.count({
      where: { deleteAt: 0, user: { botOf: { id, creatorId: { not: creatorId } } } },
    })
    if (ofBot > 0 && ofBot + (await hooksOwnedBy(locked, creatorId)) > mostHooks)
      return 'too_many_hooks_of_owner'
    await locked.$executeRaw`
      UPDATE users SET delete_at = 0, update_at = ${nowMs}::bigint FROM oauth_apps app JOIN users owner ON owner.id = app.creator_id
      WHERE app.id = ${id} AND users.id = app.bot_user_id AND users.delete_at = owner.delete_at`
    await locked.oauthApp.updateMany({ where: { id }, data: { creatorId, updateAt: nowMs } })
    return 'transferred'
  })
  if (done === 'too_many_hooks_of_owner') return done
  return done === 'transferred' ? findApp(db, id) : undefined
}

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
