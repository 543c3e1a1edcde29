import type { Db } from '../connection/open.js'
import { Prisma } from '../generated/client.js'
import { creatorStatus } from './creator-status.js'
import { isOffered, keyMakerColumn, offerColumn } from './hook-offers.js'
import type { ManagedHook } from './manage-hooks.js'

/** The user who searches. Channels that they cannot read are neither described nor searched by name. */
type Viewer = { userId: string; isSystemAdmin: boolean }

/**
 * Conditions to filter live hooks by: neither used nor created since `unusedSince`; never used; creator deactivated;
 * failing; free to post to any channel; disabled.
 */
export type HookCondition =
  | 'unused'
  | 'never_used'
  | 'creator_deactivated'
  | 'failing'
  | 'unlocked'
  | 'disabled'

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
  sort: HookSort
  /** Only hooks behind this place in their order. */
  after?: HookPlace | undefined
  limit: number
  lastDay: LastDay
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
  /** The number of deliveries, and of rejected ones, by the hour of the last day (1 to 24). Absent for none. */
  deliveredByHour: Record<string, number>
  rejectedByHour: Record<string, number>
  /** What the hook is sorted by. */
  sortKey: string | number
  /** The latest failure, if the hook is failing. */
  failing: { id: string; reason: string; detail: string } | null
}

/**
 * Returns a page of the matching hooks and their total number. Includes hooks that were deleted with their channel, because they
 * are restored with it. One query for any number of hooks: it describes only those of the page.
 */
export async function searchHooks(
  db: Db,
  search: HookSearch,
): Promise<{ hooks: FoundHook[]; total: number }> {
  const { lastDay, sort, after, limit, viewer } = search
  const order = hookOrders[sort]
  const counted = countedIn(lastDay)
  const sortable = order.isCounted ? counted(Prisma.sql`matched`) : Prisma.sql`SELECT * FROM matched`
  const [row] = await db.$queryRaw<{ hooks: FoundHook[] | null; total: number }[]>`
    WITH matched AS MATERIALIZED (${matching(search)}),
    page AS (
      SELECT id, "sortKey" FROM (SELECT *, ${order.key} AS "sortKey" FROM (${sortable}) matched) sorted
      WHERE ${behind(order, after)} ORDER BY ${inHookOrder(order)} LIMIT ${limit}
    ),
    described AS (${describing(viewer)}),
    summarized AS (
      SELECT shown.*, (${countedByHour(shown, lastDay, 'all')}) AS "deliveredByHour",
        (${countedByHour(shown, lastDay, 'rejected')}) AS "rejectedByHour",
        CASE WHEN last.id IS NULL THEN NULL ELSE to_json(last) END AS failing
      FROM (${counted(Prisma.sql`described`)}) shown
      LEFT JOIN LATERAL (
        SELECT id, reason, detail FROM deliveries
        WHERE "isFailing" AND hook_id = shown.id AND outcome = 'rejected' ORDER BY id DESC LIMIT 1
      ) last ON true
    )
    SELECT (SELECT count(*)::int FROM matched) AS total,
      (SELECT json_agg(summarized ORDER BY ${inHookOrder(order)}) FROM summarized) AS hooks`
  return { hooks: row?.hooks ?? [], total: row?.total ?? 0 }
}

const shown = Prisma.sql`shown`

/** Returns a query that adds the counts of the last day to a table of hooks. */
function countedIn(lastDay: LastDay): (table: Prisma.Sql) => Prisma.Sql {
  const ofHook = countedLastDay(Prisma.sql`hook.id`, lastDay)
  return table => Prisma.sql`SELECT hook.*, day.* FROM ${table} hook CROSS JOIN LATERAL (${ofHook}) day`
}

/** Returns the tables next to `hooks`, and in `shown` the names of the channel that the viewer can read. */
function joined({ userId, isSystemAdmin }: Viewer): Prisma.Sql {
  return Prisma.sql`
    JOIN users ON users.id = hooks.user_id LEFT JOIN channels ON channels.id = hooks.channel_id
    LEFT JOIN teams ON teams.id = hooks.team_id
    CROSS JOIN LATERAL (
      SELECT channels.type = 'O' OR ${isSystemAdmin} OR EXISTS (
        SELECT FROM channel_members member WHERE member.channel_id = channels.id AND member.user_id = ${userId}
      ) AS readable
    ) may
    CROSS JOIN LATERAL (
      SELECT CASE WHEN readable THEN channels.name ELSE '' END AS name,
        CASE WHEN readable THEN channels.display_name ELSE '' END AS display_name
    ) shown`
}

/** Finds the hooks of a search, with the columns that they are sorted by. */
function matching(search: HookSearch): Prisma.Sql {
  const { viewer, ownerId, text } = search
  const lower = text.toLowerCase()
  return Prisma.sql`
    SELECT hooks.id, hooks.display_name AS "displayName", last_used_at AS "lastUsedAt"
    FROM hooks ${joined(viewer)}
    WHERE ${narrowed(search)} AND (hooks.delete_at = 0 OR hooks.delete_at = channels.delete_at)
      AND (${ownerId === undefined} OR hooks.user_id = ${ownerId ?? ''})
      AND (${lower === ''} OR strpos(lower(concat_ws(chr(10),
        hooks.display_name, username, shown.name, shown.display_name)), ${lower}) > 0)`
}

/** Describes the hooks of `page`. */
function describing(viewer: Viewer): Prisma.Sql {
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
        'deleteAt', coalesce(channels.delete_at, 0)) AS channel,
      page."sortKey"
    FROM page JOIN hooks ON hooks.id = page.id ${joined(viewer)}`
}

/** Built for each query, so that Postgres finds a team's hooks by their index. */
function narrowed({ teamId, condition, offeredTo, lastDay, unusedSince = 0 }: HookSearch): Prisma.Sql {
  if (offeredTo !== undefined)
    return Prisma.sql`hooks.team_id = ${teamId} AND hooks.offered_to = ${offeredTo} AND ${isOffered}`
  const inTeam = teamId === undefined ? Prisma.sql`true` : Prisma.sql`hooks.team_id = ${teamId}`
  if (condition === undefined) return inTeam
  const conditions: Record<HookCondition, Prisma.Sql> = {
    unused: Prisma.sql`greatest(hooks.last_used_at, hooks.create_at) < ${unusedSince}`,
    never_used: Prisma.sql`hooks.last_used_at = 0`,
    creator_deactivated: Prisma.sql`users.delete_at > 0`,
    failing: isFailing(Prisma.sql`hooks.id`, lastDay),
    unlocked: Prisma.sql`NOT hooks.locked`,
    disabled: Prisma.sql`hooks.disabled_at > 0`,
  }
  return Prisma.sql`${inTeam} AND hooks.delete_at = 0 AND ${conditions[condition]}`
}

/** How found hooks are sorted: by default, newest first. Numbers go down, titles go up. */
export type HookSort = '' | 'title' | 'last_used' | 'posted' | 'failure_rate'

/** The place of a hook in its order: the value that it is sorted by, if any, and its ID. */
export type HookPlace = { key: string; id: string }

type Order = {
  /** The value to sort by. */
  key: Prisma.Sql
  type: Prisma.Sql
  goesUp?: true
  /** Whether the last day of every matching hook must be counted. */
  isCounted?: true
}

const number = Prisma.sql`float8`

/** Keys are columns of found hooks, and of `countedLastDay` if they are counted. */
const hookOrders: Record<HookSort, Order> = {
  '': { key: Prisma.sql`0`, type: number }, // IDs sort by time
  title: { key: Prisma.sql`lower("displayName")`, type: Prisma.sql`text`, goesUp: true },
  last_used: { key: Prisma.sql`"lastUsedAt"`, type: number },
  posted: { key: Prisma.sql`posted`, type: number, isCounted: true },
  failure_rate: { key: Prisma.sql`"rejectedShare"`, type: number, isCounted: true },
}

/** The direction, for ORDER BY. Hooks with the same key follow by their IDs. */
function inHookOrder({ goesUp }: Order): Prisma.Sql {
  return goesUp ? Prisma.sql`"sortKey", id` : Prisma.sql`"sortKey" DESC, id DESC`
}

/** Only hooks behind this place. */
function behind({ type, goesUp }: Order, place: HookPlace | undefined): Prisma.Sql {
  if (!place) return Prisma.sql`true`
  const at = Prisma.sql`(${place.key}::text::${type}, ${place.id})`
  return goesUp ? Prisma.sql`("sortKey", id) > ${at}` : Prisma.sql`("sortKey", id) < ${at}`
}

/** Deliveries counted per hook: the newest of the last day. */
const maxCountedPerHook = 10_000

/**
 * The last day, and what counts as failing: `share` of its deliveries were rejected. `hours` are the beginnings of IDs in which
 * its hours start, oldest first. `end` is behind all IDs, so that Postgres leaves out the partitions of days to come.
 */
type LastDay = { hours: string[]; end: string; share: number }

/**
 * Counts a hook's newest deliveries of the last day. `hook` is the column of its ID. The newest ones, the rejected ones and those
 * without a post are each read from an index alone, because reading 10,000 rows takes tens of milliseconds per hook.
 */
function countedLastDay(hook: Prisma.Sql, { hours: [since = ''], end, share }: LastDay): Prisma.Sql {
  return Prisma.sql`
    SELECT delivered - rejected - without_post AS posted, rejected, delivered, oldest,
      rejected >= greatest(1, ${share}::float8 * delivered) AS "isFailing",
      CASE WHEN delivered = 0 THEN 0 ELSE rejected::float8 / delivered END AS "rejectedShare"
    FROM (
      SELECT count(*)::int AS delivered, min(id) AS oldest FROM (
        SELECT id FROM deliveries WHERE hook_id = ${hook} AND id >= ${since} AND id < ${end}
        ORDER BY id DESC LIMIT ${maxCountedPerHook}
      ) newest
    ) newest
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS rejected FROM deliveries
      WHERE hook_id = ${hook} AND id >= oldest AND id >= ${since} AND id < ${end} AND outcome = 'rejected'
    ) rejected
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS without_post FROM deliveries
      WHERE hook_id = ${hook} AND id >= oldest AND id >= ${since} AND id < ${end} AND outcome IN ('superseded', 'skipped')
    ) others`
}

/**
 * Whether a hook is failing. Hooks without a rejected delivery, which are almost all, cost one look into the index of
 * rejected ones: Postgres evaluates the branches of CASE in order.
 */
function isFailing(hook: Prisma.Sql, rule: LastDay): Prisma.Sql {
  return Prisma.sql`CASE WHEN EXISTS (
      SELECT FROM deliveries WHERE hook_id = ${hook} AND id >= ${rule.hours[0] ?? ''} AND id < ${rule.end} AND outcome = 'rejected'
    ) THEN (SELECT "isFailing" FROM (${countedLastDay(hook, rule)}) day) ELSE false END`
}

/**
 * Counts the same deliveries by the hour of the last day, as JSON: `{"1": 20, "24": 3}`. Hours without any are left out. `hook`
 * is a table with the columns `id` and `oldest`.
 */
function countedByHour(hook: Prisma.Sql, { hours, end }: LastDay, only: 'all' | 'rejected'): Prisma.Sql {
  const isWanted = only === 'rejected' ? Prisma.sql`AND outcome = 'rejected'` : Prisma.empty
  return Prisma.sql`
    SELECT coalesce(json_object_agg(hour, number), '{}') FROM (
      SELECT width_bucket(d.id, ${hours}::text[]) AS hour, count(*) AS number FROM deliveries d
      WHERE hook_id = ${hook}.id AND d.id >= ${hook}.oldest AND d.id >= ${hours[0] ?? ''} AND d.id < ${end} ${isWanted} GROUP BY 1
    ) hours`
}
