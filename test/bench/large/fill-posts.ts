import { base32 } from '@posthorn/core'
import type { Db } from '@posthorn/db'

/**
 * What to generate. Posts are spread evenly over the time. Half of them are in the first channel. The others are spread so that
 * a few channels get most.
 */
export type ManyPosts = {
  posts: number
  channelIds: string[]
  /** The author of all posts. */
  userId: string
  /** The times of the first post and of the end, in milliseconds since 1970. */
  fromMs: number
  toMs: number
  /** Statements at once. */
  atOnce?: number
}

const postsPerStatement = 50_000

/** Words that posts have in common. The word of rank n is about n times as rare as the first (Zipf's law). */
export const vocabulary = 100_000

const syllables =
  'ba de ki lo mu ra se ti vo zu na pe ri go fu sa te wi no ku la me si do ru pa ge ni so tu va le'

/** Returns the SQL of the word of a rank, from 0, which is an SQL expression. */
export function wordOf(rank: string): string {
  const syllable = (digit: string) => `(ARRAY['${syllables.replaceAll(' ', "','")}'])[(${digit}) % 32 + 1]`
  const more = (from: number) =>
    `CASE WHEN ${rank} >= ${from} THEN ${syllable(`${rank} / ${from}`)} ELSE '' END`
  return `${syllable(rank)} || ${more(32)} || ${more(1024)} || ${more(32_768)}`
}

/**
 * Writes posts as hooks do, straight into the table: 8 to 40 words, a build number and a commit, which is unique. A reader of
 * the first channel therefore finds common words everywhere, and a commit once. Does not count them in `channels`.
 */
export async function fillPosts(db: Db, { atOnce = 2, ...wanted }: ManyPosts): Promise<void> {
  let next = 0
  const fillInTurn = async () => {
    while (next < wanted.posts) {
      const first = next
      next += postsPerStatement
      await fillOnce(db, wanted, first)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, fillInTurn))
  await db.$executeRaw`VACUUM ANALYZE posts`
}

/** The commit of a post, by its number. */
export const commitOf = (number: string) => `left(md5((${number})::text), 12)`

async function fillOnce(
  db: Db,
  { posts, channelIds, userId, fromMs, toMs }: Omit<ManyPosts, 'atOnce'>,
  first: number,
) {
  const last = Math.min(posts, first + postsPerStatement) - 1
  const at = (toMs - fromMs) / posts
  const timesOf = Array.from({ length: last - first + 1 }, (_, index) =>
    Math.floor(fromMs + (first + index) * at),
  )
  await db.pool.query(
    `INSERT INTO posts (id, create_at, update_at, user_id, channel_id, message, html, html_version, props)
    SELECT begun || lpad(n::text, 14, '0') || '01', at, at + 5, $1, ($2::text[])[CASE WHEN random() < 0.5 THEN 1 ELSE floor((cardinality($2::text[]) + 1) ^ random())::int END],
      text, '<p>' || text || '</p>', 4, '{"from_webhook":"true","webhook_display_name":"CI"}'
    FROM (
      SELECT n, at, begun, 'Build ' || n || ' of ' || ${commitOf('n')} || ': ' || words || '.' AS text
      FROM unnest($3::bigint[], $4::text[]) WITH ORDINALITY AS row (at, begun, place), LATERAL (SELECT $5::int + place AS n) numbered,
      LATERAL (
        SELECT string_agg(${wordOf('rank')}, ' ') AS words FROM (
          SELECT floor(${vocabulary} ^ random())::int - 1 AS rank FROM generate_series(1, 8 + (n * 7919) % 33)
        ) ranks
      ) said
    ) made ORDER BY n`,
    [userId, channelIds, timesOf, timesOf.map(ms => base32(ms, 10)), first - 1],
  )
}
