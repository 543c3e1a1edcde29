import { frequentStatements } from '../connection/frequent-statements.js'
import type { Db } from '../connection/open.js'
import { Prisma } from '../generated/client.js'

/** Replies that are counted at most. */
const maxCountedReplies = 1000

/** The authors of a thread's newest replies are found among this many. */
const newestReplies = 20
const maxParticipants = 3
/** Longer ones are left out, so that a page's size stays bounded. */
const maxIconUrlLength = 512
const maxNameLength = 64

/** The name of posts whose payload chose none. They show the title of their hook, if it has one. */
const unnamed = 'webhook'

/** The author of a reply, as its post shows it. Names and icons are empty unless a hook wrote it. */
type Participant = { userId: string; overrideUsername: string; overrideIconUrl: string }

/** The live replies of a post, of which there is at least one. */
export type ThreadSummary = {
  /** At most `maxCountedReplies`. */
  replyCount: number
  /** Milliseconds. */
  lastReplyAt: number
  /** The authors of the newest replies, the latest first. */
  participants: Participant[]
}

/** Returns the SQL of the live replies to the post whose ID is the SQL `root`, newest first. */
function repliesTo(root: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`FROM posts WHERE root_id = ${root} AND root_id <> '' AND delete_at = 0 ORDER BY id DESC`
}

/** Returns the SQL of whether a post has live replies. Without, it costs one look into an index that contains only replies. */
export function hasReplies(root: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(SELECT true ${repliesTo(root)} LIMIT 1) IS TRUE`
}

const runThreads = frequentStatements('threads', 1)

/** Returns the threads of these posts. Posts without replies are absent. */
export async function findThreads(
  db: Pick<Db, 'pool'>,
  rootIds: string[],
): Promise<Map<string, ThreadSummary>> {
  if (rootIds.length === 0) return new Map()
  const live = repliesTo(Prisma.sql`root.id`)
  const rows = await runThreads<ThreadSummary & { id: string }>(
    db,
    Prisma.sql`
    SELECT root.id, count AS "replyCount", last."lastReplyAt", participants
    FROM unnest(${rootIds}::text[]) AS root (id),
    LATERAL (SELECT count(*)::int FROM (SELECT ${live} LIMIT ${maxCountedReplies}) counted) counted,
    LATERAL (SELECT create_at::float8 AS "lastReplyAt" ${live} LIMIT 1) last,
    LATERAL (
      SELECT json_agg(json_build_object('userId', user_id, 'overrideUsername', name, 'overrideIconUrl', icon) ORDER BY last DESC)
        AS participants
      FROM (
        SELECT user_id, name, icon, max(id) AS last FROM (
          SELECT id, user_id, left(coalesce(CASE WHEN coalesce(props->>'override_username', '') IN ('', ${unnamed}) THEN nullif(props->>'webhook_display_name', '') END,
              props->>'override_username', ''), ${maxNameLength}) AS name,
            CASE WHEN length(props->>'override_icon_url') <= ${maxIconUrlLength} THEN props->>'override_icon_url' ELSE '' END AS icon
          ${live} LIMIT ${newestReplies}
        ) newest GROUP BY 1, 2, 3 ORDER BY last DESC LIMIT ${maxParticipants}
      ) authors
    ) authors`,
  )
  return new Map(rows.map(({ id, ...thread }) => [id, thread]))
}
