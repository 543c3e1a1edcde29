import type { ChannelType } from '../channels/channels.js'
import type { Db } from '../connection/open.js'
import { Prisma } from '../generated/client.js'
import { creatorStatus } from './creator-status.js'
import { isOffered, keyMakerColumn, offerColumn } from './hook-offers.js'
import type { ManagedHook } from './manage-hooks.js'

/** Of a hook's deliveries of the last day, so many of the newest are counted. */
export const maxCountedPerHook = 10_000

/** Who looks: what is said of channels, and found by their names, are those that he may read. */
export type Viewer = { userId: string; isSystemAdmin: boolean }

/**
 * What hooks have in common that somebody looks for: not used since `unusedSince`, nor made later; their creator's account
 * deactivated; failing; free to post to any channel; disabled. Of live hooks only.
 */
export type HookCondition = 'unused' | 'creator_deactivated' | 'failing' | 'unlocked' | 'disabled'

export type HookSearch = {
  /** All teams when absent. */
  teamId?: string | undefined
  /** Only hooks that are so. */
  condition?: HookCondition | undefined
  unusedSince?: number
  viewer: Viewer
  /** Only this user's hooks. */
  ownerId?: string | undefined
  /** Only live hooks that are offered to this user. */
  offeredTo?: string
  /** What the hook's name, its creator's or its channel's has in it, in any case; empty for all. */
  text: string
  /** Only hooks whose ids are before this one. */
  before?: string | undefined
  limit: number
  /** The id that a delivery of a day ago would begin with. */
  since: string
}

/** A hook with what a list shows beside it. What the viewer may not know of its channel is empty. */
export type FoundHook = ManagedHook & {
  team: { name: string; displayName: string }
  creator: { username: string; deleteAt: number }
  channel: { name: string; displayName: string; type: ChannelType | ''; deleteAt: number }
  /** Of the last day, at most `maxCountedPerHook` together. */
  posted: number
  rejected: number
  /** What it could not post last, while it fails. */
  failing: { id: string; reason: string; detail: string } | null
}

/**
 * The hooks that a search matches, the newest first, and how many there are in all. Those that were deleted with their
 * channel are among them: they come back with it. One question, however many hooks.
 */
export async function searchHooks(
  db: Db,
  search: HookSearch,
): Promise<{ hooks: FoundHook[]; total: number }> {
  const [row] = await db.$queryRaw<{ hooks: FoundHook[] | null; total: number }[]>`
    WITH matched AS MATERIALIZED (${matching(search)}),
    page AS (
      SELECT * FROM matched WHERE id < ${search.before ?? afterAllIds} ORDER BY id DESC LIMIT ${search.limit}
    ),
    told AS (
      SELECT page.*, day.posted, day.rejected,
        CASE WHEN last.id IS NULL THEN NULL ELSE to_json(last) END AS failing
      FROM page
      CROSS JOIN LATERAL (
        SELECT count(*) FILTER (WHERE outcome = 'posted') AS posted, count(*) FILTER (WHERE outcome = 'rejected') AS rejected
        FROM (
          SELECT outcome FROM deliveries WHERE hook_id = page.id AND id >= ${search.since}
          ORDER BY id DESC LIMIT ${maxCountedPerHook}
        ) newest
      ) day
      LEFT JOIN LATERAL (
        SELECT id, reason, detail FROM deliveries
        WHERE page."failingSince" > 0 AND hook_id = page.id AND outcome = 'rejected' ORDER BY id DESC LIMIT 1
      ) last ON true
    )
    SELECT (SELECT count(*)::int FROM matched) AS total, (SELECT json_agg(told ORDER BY id DESC) FROM told) AS hooks`
  return { hooks: row?.hooks ?? [], total: row?.total ?? 0 }
}

/** Ids are digits and lower-case letters, compared as bytes. */
const afterAllIds = '~'

function matching(search: HookSearch): Prisma.Sql {
  const { viewer, ownerId, text } = search
  const lower = text.toLowerCase()
  return Prisma.sql`
    SELECT hooks.id, hooks.create_at AS "createAt", hooks.update_at AS "updateAt", hooks.delete_at AS "deleteAt",
      hooks.user_id AS "userId", hooks.channel_id AS "channelId", hooks.team_id AS "teamId",
      hooks.display_name AS "displayName", hooks.description, confirm, locked,
      last_used_at AS "lastUsedAt", failing_since AS "failingSince", disabled_at AS "disabledAt", ${creatorStatus} AS "creatorStatus",
      ${offerColumn} AS offer, ${keyMakerColumn} AS "keyMaker",
      json_build_object('username', username, 'deleteAt', users.delete_at) AS creator,
      json_build_object('name', coalesce(teams.name, ''), 'displayName', coalesce(teams.display_name, '')) AS team,
      json_build_object('name', shown.name, 'displayName', shown.display_name, 'type', coalesce(channels.type, ''),
        'deleteAt', coalesce(channels.delete_at, 0)) AS channel
    FROM hooks JOIN users ON users.id = hooks.user_id LEFT JOIN channels ON channels.id = hooks.channel_id
    LEFT JOIN teams ON teams.id = hooks.team_id
    CROSS JOIN LATERAL (
      SELECT channels.type = 'O' OR ${viewer.isSystemAdmin} OR EXISTS (
        SELECT FROM channel_members member WHERE member.channel_id = channels.id AND member.user_id = ${viewer.userId}
      ) AS readable
    ) may
    CROSS JOIN LATERAL (
      SELECT CASE WHEN readable THEN channels.name ELSE '' END AS name,
        CASE WHEN readable THEN channels.display_name ELSE '' END AS display_name
    ) shown
    WHERE ${narrowed(search)} AND (hooks.delete_at = 0 OR hooks.delete_at = channels.delete_at)
      AND (${ownerId === undefined} OR hooks.user_id = ${ownerId ?? ''})
      AND (${lower === ''} OR strpos(lower(concat_ws(chr(10),
        hooks.display_name, username, shown.name, shown.display_name)), ${lower}) > 0)`
}

/** Put together anew for each question, so that a team's hooks are found by their index. */
function narrowed({ teamId, condition, offeredTo, unusedSince = 0 }: HookSearch): Prisma.Sql {
  if (offeredTo !== undefined)
    return Prisma.sql`hooks.team_id = ${teamId} AND hooks.offered_to = ${offeredTo} AND ${isOffered}`
  const inTeam = teamId === undefined ? Prisma.sql`true` : Prisma.sql`hooks.team_id = ${teamId}`
  if (condition === undefined) return inTeam
  const conditions: Record<HookCondition, Prisma.Sql> = {
    unused: Prisma.sql`greatest(hooks.last_used_at, hooks.create_at) < ${unusedSince}`,
    creator_deactivated: Prisma.sql`users.delete_at > 0`,
    failing: Prisma.sql`hooks.failing_since > 0`,
    unlocked: Prisma.sql`NOT hooks.locked`,
    disabled: Prisma.sql`hooks.disabled_at > 0`,
  }
  return Prisma.sql`${inTeam} AND hooks.delete_at = 0 AND ${conditions[condition]}`
}
