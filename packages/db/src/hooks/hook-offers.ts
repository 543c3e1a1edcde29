import { maxOfferDays } from '@posthorn/core'
import type { Db } from '../connection/open.js'
import { Prisma } from '../generated/client.js'
import { type CreatorStatus, creatorStatus, isAdmin } from './creator-status.js'
import { addHook, type HookBounds, type TooManyHooks } from './hook-bounds.js'

export type NamedUser = { id: string; username: string }

/** The offer of a hook, with the user who made it and its expiry. */
export type HookOffer = { to: NamedUser; by: NamedUser; createAt: number; expiresAt: number }

/** Details of a hook from other tables. */
export type HookStanding = {
  creatorStatus: CreatorStatus
  offer: HookOffer | null
  keyMaker: NamedUser | null
}

/** Column values without an offer, for updates of hooks. */
export const noOffer = { offeredTo: '', offeredBy: '', offeredAt: 0 }

const dayMs = 86_400_000
const offerMs = maxOfferDays * dayMs
const now = Prisma.sql`(extract(epoch FROM clock_timestamp()) * 1000)::bigint`

/** Whether a live, enabled hook of `hooks` has an unexpired offer. */
export const isOffered = Prisma.sql`
  hooks.offered_to <> '' AND hooks.offered_at > ${now} - ${offerMs}::bigint AND hooks.delete_at = 0 AND hooks.disabled_at = 0`

/** A column for queries over `hooks`: a `HookOffer`, or null. */
export const offerColumn = Prisma.sql`
  CASE WHEN ${isOffered} THEN json_build_object('to', ${named('offered_to')}, 'by', ${named('offered_by')},
    'createAt', hooks.offered_at, 'expiresAt', hooks.offered_at + ${offerMs}::bigint) END`

function named(column: 'offered_to' | 'offered_by'): Prisma.Sql {
  const id = Prisma.raw(`hooks.${column}`)
  return Prisma.sql`json_build_object('id', ${id}, 'username', (SELECT username FROM users WHERE users.id = ${id}))`
}

/** A column for queries over `hooks`: the user who made the permanent key, unless that was the creator, or null. */
export const keyMakerColumn = Prisma.sql`(
  SELECT json_build_object('id', maker.id, 'username', maker.username)
  FROM hook_keys JOIN users maker ON maker.id = hook_keys.made_by
  WHERE hook_keys.hook_id = hooks.id AND hook_keys.expires_at = 0 AND maker.id <> hooks.user_id LIMIT 1)`

/** Maps the hook's ID to its details. */
export async function standingsOf(
  db: Pick<Db, '$queryRaw'>,
  hookIds: string[],
): Promise<Map<string, HookStanding>> {
  const rows = await db.$queryRaw<(HookStanding & { id: string })[]>`
    SELECT hooks.id, ${creatorStatus} AS "creatorStatus", ${offerColumn} AS offer, ${keyMakerColumn} AS "keyMaker"
    FROM hooks JOIN users ON users.id = hooks.user_id
    WHERE hooks.id = ANY(${hookIds}::text[])`
  return new Map(rows.map(({ id, ...standing }) => [id, standing]))
}

/** Offers a live, enabled hook to a user. @returns false if it cannot be offered or already has an offer */
export async function offerHook(
  db: Db,
  id: string,
  { to, by }: { to: string; by: string },
): Promise<boolean> {
  const offered = await db.$executeRaw`
    UPDATE hooks SET offered_to = ${to}, offered_by = ${by}, offered_at = ${now}
    WHERE id = ${id} AND delete_at = 0 AND disabled_at = 0 AND NOT (${isOffered})`
  return offered === 1
}

/** Ends a hook's offer. With `to`, only an offer to this user. @returns false if there was none */
export async function endOffer(db: Db, id: string, to?: string): Promise<boolean> {
  const isTheirs = to === undefined ? Prisma.sql`true` : Prisma.sql`offered_to = ${to}`
  const ended = await db.$executeRaw`
    UPDATE hooks SET offered_to = '', offered_by = '', offered_at = 0
    WHERE id = ${id} AND ${isOffered} AND ${isTheirs}`
  return ended === 1
}

/** Ends the offers to and by a user, optionally only those of one team. */
export async function endOffersOf(db: Pick<Db, 'hook'>, userId: string, teamId?: string): Promise<void> {
  const offers = { OR: [{ offeredTo: userId }, { offeredTo: { not: '' }, offeredBy: userId }] }
  await db.hook.updateMany({ where: { ...offers, ...(teamId && { teamId }) }, data: noOffer })
}

/** Whether the offered user is an active team member who can read the hook's channel. */
const mayAccept = Prisma.sql`EXISTS (
  SELECT FROM users JOIN team_members member ON member.user_id = users.id AND member.delete_at = 0
  JOIN channels ON channels.id = hooks.channel_id AND channels.delete_at = 0
  WHERE users.id = hooks.offered_to AND users.delete_at = 0 AND member.team_id = hooks.team_id
    AND (channels.type = 'O' OR ${isAdmin} OR EXISTS (
      SELECT FROM channel_members reader WHERE reader.channel_id = channels.id AND reader.user_id = users.id)))`

/** Whether the user who made the offer still administers the team. */
const mayOffer = Prisma.sql`EXISTS (
  SELECT FROM users LEFT JOIN team_members member
    ON member.user_id = users.id AND member.delete_at = 0 AND member.team_id = hooks.team_id
  WHERE users.id = hooks.offered_by AND users.delete_at = 0
    AND (${isAdmin} OR 'team_admin' = ANY(string_to_array(member.roles, ' '))))`

/**
 * Makes the offered user the creator, in one statement, so only one of several concurrent answers takes effect.
 * Checks the requirements again. The hook's current keys become the new creator's.
 * @returns 'no_hook_offer' if there is no such offer
 */
export async function acceptHook(
  db: Db,
  { id, userId, nowMs }: { id: string; userId: string; nowMs: number },
  most?: HookBounds,
): Promise<'accepted' | 'no_hook_offer' | TooManyHooks> {
  const accepted = await addHook(
    db,
    { userId },
    most,
    locked => locked.$queryRaw<unknown[]>`
    WITH accepted AS (
      UPDATE hooks SET user_id = offered_to, owner_told_at = 0, update_at = ${nowMs},
        offered_to = '', offered_by = '', offered_at = 0
      WHERE hooks.id = ${id} AND offered_to = ${userId} AND ${isOffered} AND ${mayAccept} AND ${mayOffer}
      RETURNING id
    ),
    consented AS (UPDATE hook_keys SET made_by = '' FROM accepted WHERE hook_id = accepted.id)
    SELECT id FROM accepted`,
  )
  if (typeof accepted === 'string') return accepted
  return accepted.length === 1 ? 'accepted' : 'no_hook_offer'
}
