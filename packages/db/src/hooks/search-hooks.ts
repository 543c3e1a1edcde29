import type { Db } from '../connection/open.js'
import { Prisma } from '../generated/client.js'
import { creatorStatus } from './creator-status.js'
import { isOffered, keyMakerColumn, offerColumn } from './hook-offers.js'
import { countedLastDay, type FailingRule, isFailing } from './last-day.js'
import type { ManagedHook } from './manage-hooks.js'

/** The user who searches. Channels that they cannot read are neither described nor searched by name. */
export type Viewer = { userId: string; isSystemAdmin: boolean }

/**
 * Conditions to filter live hooks by: neither used nor created since `unusedSince`; creator deactivated;
 * failing; free to post to any channel; disabled.
 */
export type HookCondition = 'unused' | 'creator_deactivated' | 'failing' | 'unlocked' | 'disabled'

export type HookSearch = {
  /** Absent for all teams. */
  teamId?: string | undefined
  /** Only hooks in this condition. */
  condition?: HookCondition | undefined
  unusedSince?: number
  viewer: Viewer
  /** Only this user's hooks. */
  ownerId?: string | undefined
  /** Only live hooks that are offered to this user. */
  offeredTo?: string
  /** Part of the name of the hook, its creator or its channel, ignoring case. Empty matches everything. */
  text: string
  /** Only hooks with IDs before this one. */
  before?: string | undefined
  limit: number
  /** `since` is the beginning of an ID from one day ago. */
  failing: FailingRule
}

/** A hook with details for lists. Details of a channel that the viewer cannot read are empty. */
export type FoundHook = ManagedHook & {
  team: { name: string; displayName: string }
  creator: { username: string; deleteAt: number }
  channel: { name: string; displayName: string; type: 'O' | 'P' | 'D' | ''; deleteAt: number }
  /** Counts of the last day, at most `maxCountedPerHook` in total. `posted` includes replies and updates. */
  posted: number
  rejected: number
  delivered: number
  /** The latest failure, if the hook is failing. */
  failing: { id: string; reason: string; detail: string } | null
}

/**
 * Returns the matching hooks, newest first, and their total number. Includes hooks that were deleted with their
 * channel, because they are restored with it. One query for any number of hooks.
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
    summarized AS (
      SELECT page.*, day.posted, day.rejected, day.delivered,
        CASE WHEN last.id IS NULL THEN NULL ELSE to_json(last) END AS failing
      FROM page
      CROSS JOIN LATERAL (${countedLastDay(Prisma.sql`page.id`, search.failing)}) day
      LEFT JOIN LATERAL (
        SELECT id, reason, detail FROM deliveries
        WHERE day."isFailing" AND hook_id = page.id AND outcome = 'rejected' ORDER BY id DESC LIMIT 1
      ) last ON true
    )
    SELECT (SELECT count(*)::int FROM matched) AS total, (SELECT json_agg(summarized ORDER BY id DESC) FROM summarized) AS hooks`
  return { hooks: row?.hooks ?? [], total: row?.total ?? 0 }
}

/** IDs are digits and lower-case letters, compared as bytes. */
const afterAllIds = '~'

function matching(search: HookSearch): Prisma.Sql {
  const { viewer, ownerId, text } = search
  const lower = text.toLowerCase()
  return Prisma.sql`
    SELECT hooks.id, hooks.create_at AS "createAt", hooks.update_at AS "updateAt", hooks.delete_at AS "deleteAt",
      hooks.user_id AS "userId", hooks.channel_id AS "channelId", hooks.team_id AS "teamId",
      hooks.display_name AS "displayName", hooks.description, confirm, locked, format,
      collapse_seconds AS "collapseSeconds", template_version AS "templateVersion",
      nullif(signature, '')::jsonb AS signature, allow_from AS "allowFrom",
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

/** Built for each query, so that Postgres finds a team's hooks by their index. */
function narrowed({ teamId, condition, offeredTo, failing, unusedSince = 0 }: HookSearch): Prisma.Sql {
  if (offeredTo !== undefined)
    return Prisma.sql`hooks.team_id = ${teamId} AND hooks.offered_to = ${offeredTo} AND ${isOffered}`
  const inTeam = teamId === undefined ? Prisma.sql`true` : Prisma.sql`hooks.team_id = ${teamId}`
  if (condition === undefined) return inTeam
  const conditions: Record<HookCondition, Prisma.Sql> = {
    unused: Prisma.sql`greatest(hooks.last_used_at, hooks.create_at) < ${unusedSince}`,
    creator_deactivated: Prisma.sql`users.delete_at > 0`,
    failing: isFailing(Prisma.sql`hooks.id`, failing),
    unlocked: Prisma.sql`NOT hooks.locked`,
    disabled: Prisma.sql`hooks.disabled_at > 0`,
  }
  return Prisma.sql`${inTeam} AND hooks.delete_at = 0 AND ${conditions[condition]}`
}
