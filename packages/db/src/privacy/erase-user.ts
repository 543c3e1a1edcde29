import { deleteApp } from '../apps/apps.js'
import { lockGrants } from '../connection/locks.js'
import type { Db } from '../connection/open.js'
import { inTransactionOf } from '../connection/transaction.js'
import { endUnpostedFiles } from '../files/files.js'
import { findUser, type User } from '../users/users.js'
import { erasePostsOf, forgetKeys } from './erase-posts.js'
import { type ErasedPart, type ErasedRows, eraseRequestsOf, nothing } from './erase-requests.js'
import { type Pool, windowAfter } from './export-data.js'

/** What to erase besides the user. */
export type UserErasure = {
  userId: string
  /** Whether to delete the user's webhooks and apps. Otherwise, the user must have none. */
  deletesOwned: boolean
  keepsWebhookPosts: boolean
}

/** `stopped`: the user was reactivated, or owns something. */
type Stopped = { stopped: 'reactivated' | 'owns' }

type Window = { after: string; end: string }
type Step = (db: Db, user: User, order: UserErasure, window: Window) => Promise<ErasedRows>

/** The steps over large tables, in order. Each is repeated from `after` on if its process dies. */
const scans: Record<string, [table: string, Step]> = {
  deliveries: [
    'deliveries',
    (db, { id: userId }, { deletesOwned }, window) =>
      eraseRequestsOf(db, { userId, ownsStay: !deletesOwned }, window),
  ],
  posts: [
    'posts',
    (db, { id: userId, username }, { keepsWebhookPosts }, window) =>
      erasePostsOf(db, { userId, username, keepsWebhookPosts }, window),
  ],
  audit: [
    'audit_entries',
    (db, { id: userId, email }, _, window) => eraseNames(db, { userId, email }, window),
  ],
}

/** The steps in order. `account` deletes the account itself, with all rows that refer to it. */
export const userErasureSteps = ['deliveries', 'posts', 'keys', 'audit', 'account']

/**
 * Erases the next part of a step of a deactivated user's erasure. Running a part again changes nothing. Does nothing without
 * such a user.
 */
export async function eraseUserPart(
  db: Db,
  order: UserErasure,
  { step, after }: { step: string; after: string },
): Promise<ErasedPart | Stopped> {
  const user = await findUser(db, order.userId)
  if (!user) return nothing
  if (user.deleteAt === 0) return { stopped: 'reactivated' }
  if (step === 'account') return eraseAccount(db, user, order)
  if (step === 'keys') return order.keepsWebhookPosts ? nothing : forgetKeys(db)
  const scan = scans[step]
  if (!scan) throw new Error(`unknown step: ${step}`)
  const [table, erase] = scan
  const end = await windowAfter(db, table, after)
  if (end === undefined) return nothing
  return { ...(await erase(db, user, order, { after, end })), after: end }
}

async function eraseAccount(
  db: Db,
  user: User,
  { deletesOwned }: UserErasure,
): Promise<ErasedPart | Stopped> {
  const { id: userId, email, requestedEmail } = user
  const apps = deletesOwned ? await db.oauthApp.findMany({ where: { creatorId: userId } }) : []
  for (const { id } of apps) await deleteApp(db, id, user.deleteAt)
  const emails = [email, requestedEmail].filter(address => address !== '')
  await db.team.updateMany({ where: { email: { in: emails } }, data: { email: '' } })
  await forgetMentions(db, userId)
  await endUnpostedFiles(db, { userId })
  return inTransactionOf(db, userId, async locked => {
    const found = await lockGrants(locked, userId)
    if (found?.deleteAt === 0) return { stopped: 'reactivated' }
    if (!deletesOwned && (await ownedBy(locked, userId, 1)).length > 0) return { stopped: 'owns' }
    const { count } = await locked.user.deleteMany({ where: { id: userId } })
    return { rows: count, after: undefined }
  })
}

const mentionsAtOnce = 5000

async function forgetMentions(db: Db, userId: string): Promise<void> {
  await db.$executeRaw`DELETE FROM due_notices WHERE user_id = ${userId}`
  const forget = () => db.$executeRaw`
    DELETE FROM mentions WHERE user_id = ${userId} AND post_id = ANY(ARRAY(
      SELECT post_id FROM mentions WHERE user_id = ${userId} LIMIT ${mentionsAtOnce}))`
  while ((await forget()) > 0);
}

type NamedPerson = { userId: string; email: string }

const isAbout = `(target_id = $3 OR (target_type = 'team_member' AND split_part(target_id, '/', 2) = $3)
  OR (target_type = 'session' AND $3 IN (user_id, before->>'user_id', after->>'user_id')))`

/** An address as a whole JSON value; `""` takes its place. */
const without = (state: string) => `replace(${state}::text, to_json($4::text)::text, '""')::jsonb`
const stripped = (state: string) =>
  `CASE WHEN ${state} IS NULL THEN NULL WHEN ${isAbout} THEN '{}'::jsonb ELSE ${without(state)} END`

/** Removes a user's names and addresses from the audit entries between two IDs. The IDs stay. */
async function eraseNames(
  { pool }: Pool,
  { userId, email }: NamedPerson,
  { after, end }: { after: string; end: string },
): Promise<ErasedRows> {
  const { rowCount } = await pool.query(
    `UPDATE audit_entries SET address = CASE WHEN user_id = $3 THEN '' ELSE address END,
      target_name = CASE WHEN ${isAbout} THEN '' ELSE target_name END,
      before = ${stripped('before')}, after = ${stripped('after')}
    WHERE id > $1 AND id <= $2 AND (user_id = $3 OR ${isAbout}
      OR strpos(before::text, to_json($4::text)::text) > 0 OR strpos(after::text, to_json($4::text)::text) > 0)`,
    [after, end, userId, email],
  )
  return { rows: rowCount ?? 0 }
}

/** A live webhook or an app of a user. */
export type Owned = { kind: 'hook' | 'app'; id: string; name: string }

/** Returns a user's live webhooks and apps: the first `limit`. */
export async function ownedBy(db: Pick<Db, '$queryRaw'>, userId: string, limit: number): Promise<Owned[]> {
  return db.$queryRaw<Owned[]>`
    SELECT 'hook' AS kind, id, display_name AS name FROM hooks WHERE user_id = ${userId} AND delete_at = 0
    UNION ALL SELECT 'app', id, name FROM oauth_apps WHERE creator_id = ${userId} ORDER BY kind DESC, id LIMIT ${limit}`
}
