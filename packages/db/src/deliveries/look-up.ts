import type { Outcome } from '@posthorn/core'
import type { PostChannel } from '../channels/channels.js'
import type { Db } from '../connection/open.js'
import { textArray } from '../connection/parameters.js'
import { Prisma } from '../generated/client.js'
import { creatorStatus, isAdmin } from '../hooks/creator-status.js'
import type { WatchedHook } from '../hooks/find-hooks.js'
import { type Mentionable, namedMembers, type People, type PersonRow, toNamed } from '../mentions/mentions.js'
import { bounded, hasText, type IdRange, inRange, notReplayed } from './list-deliveries.js'

/** Everything that the deliveries of a batch refer to. */
export type LookUpKeys = {
  hookIds: string[]
  /** Hooks whose own channel is needed. Locked hooks always need it. */
  ownChannelOf: string[]
  /** Channels of the hooks' teams, and direct channels. */
  channelNames: string[]
  /** Channels of posts that are edited. */
  channelIds: string[]
  /** Users to post to directly. */
  usernames: string[]
  /** Users whose permissions count in addition to the creators'. */
  restrictedTo: string[]
  /** Who can be mentioned. */
  mentions: Mentionable
  /** Set if some deliveries came by Slack's API. */
  slack?: SlackKeys | undefined
}

/** What only deliveries by Slack's API refer to. `ids`: of channels or users. */
export type SlackKeys = { senders: { userId: string; teamId: string }[]; ids: string[] }

/**
 * `isAdmin`: whether the creator can read every channel. `collapseSeconds`: for how long repeats are counted, or 0. `isUser`: whether
 * this is a user with a token, who posts where they may, instead of a hook.
 */
export type PostingHook = WatchedHook & { isAdmin: boolean; collapseSeconds: number; isUser?: boolean }

/** Names a user who sends by a token to a team, in the place of a hook. */
export const senderName = (userId: string, teamId: string) => `${userId} ${teamId}`

/** An active user. `isAdmin`: can read every channel. `teamIds`: the hooks' teams that the user is a member of. */
type PermittedUser = { id: string; isAdmin: boolean; teamIds: string[] }

/** The state in Postgres at one moment. */
export type LookedUp = People & {
  /** By ID, or by `senderName`. */
  hooks: Map<string, PostingHook>
  channels: PostChannel[]
  /** Of `usernames`, by name. */
  userIds: Map<string, string>
  /**
   * Creators of these hooks, and users of `restrictedTo`, who are members of these non-public channels: `channel
   * user`.
   */
  members: Set<string>
  /** Of `restrictedTo`, by ID. */
  permitted: Map<string, PermittedUser>
}

type SlackParts = Record<'hooks' | 'aimed' | 'channels', string>

const withoutSlack: SlackParts = { hooks: '', aimed: '', channels: '' }

/** What the statement has in addition if some deliveries came by Slack's API. */
const withSlack: SlackParts = {
  hooks: `UNION ALL
    SELECT users.id, users.id, hooks.team_id, '', users.username, true, false, 0, 0, 0, ${creatorStatus.sql}, ${isAdmin.sql}, 0, true
    FROM unnest($9::text[], $10::text[]) AS hooks (user_id, team_id) JOIN users ON users.id = hooks.user_id`,
  aimed: 'OR (id = ANY($11::text[]) AND delete_at = 0)',
  channels: `UNION
    SELECT id, team_id, type, name FROM channels WHERE id = ANY($11::text[]) AND delete_at = 0`,
}

const statement = ({ hooks, aimed, channels }: SlackParts) => `
  WITH hook AS MATERIALIZED (
    SELECT hooks.id, hooks.user_id AS "userId", hooks.team_id AS "teamId", hooks.channel_id AS "channelId",
      hooks.display_name AS "displayName", confirm, locked, hooks.delete_at AS "deleteAt",
      failing_since AS "failingSince", owner_told_at AS "ownerToldAt", ${creatorStatus.sql} AS "creatorStatus",
      ${isAdmin.sql} AS "isAdmin", collapse_seconds AS "collapseSeconds", false AS "isUser"
    FROM hooks JOIN users ON users.id = hooks.user_id
    WHERE hooks.id = ANY($1::text[]) ${hooks}
  ),
  aimed AS MATERIALIZED (SELECT id, username FROM users WHERE username = ANY($4::text[]) ${aimed}),
  channel AS MATERIALIZED (
    SELECT id, team_id AS "teamId", type, name FROM channels
    WHERE id IN (SELECT "channelId" FROM hook WHERE locked OR id = ANY($2::text[]))
    UNION
    SELECT id, team_id, type, name FROM channels WHERE id = ANY($8::text[]) AND delete_at = 0
    UNION
    SELECT id, team_id, type, name FROM channels
    WHERE team_id = ANY(ARRAY(SELECT "teamId" FROM hook UNION ALL SELECT '')) AND name = ANY($3::text[]) AND delete_at = 0
    UNION
    SELECT id, team_id, type, name FROM channels
    WHERE team_id = '' AND delete_at = 0 AND name = ANY(ARRAY(
      SELECT least("userId", aimed.id) || '__' || greatest("userId", aimed.id) FROM hook, aimed))
    ${channels}
  ),
  team_channel AS MATERIALIZED (SELECT id FROM channel WHERE type <> 'D')
  SELECT
    (SELECT json_agg(hook) FROM hook) AS hooks,
    (SELECT json_agg(channel) FROM channel) AS channels,
    (SELECT json_agg(aimed) FROM aimed) AS aimed,
    (SELECT json_agg(member.channel_id || ' ' || member.user_id) FROM channel_members member
      WHERE channel_id IN (SELECT id FROM channel WHERE type <> 'O' OR EXISTS (SELECT FROM hook WHERE "isUser"))
        AND (user_id IN (SELECT "userId" FROM hook) OR user_id = ANY($7::text[]))) AS members,
    (SELECT json_agg(other) FROM (
      SELECT users.id, ${isAdmin.sql} AS "isAdmin", ARRAY(
        SELECT team_id FROM team_members WHERE user_id = users.id AND delete_at = 0 AND team_id IN (SELECT "teamId" FROM hook)
      ) AS "teamIds"
      FROM users WHERE users.id = ANY($7::text[]) AND users.delete_at = 0) other) AS permitted,
    (SELECT json_agg(person) FROM (${namedMembers('SELECT id FROM team_channel', '$5')}) person) AS people,
    (SELECT json_agg(counted) FROM (
      SELECT channel_id, count(*) AS members FROM channel_members
      WHERE $6::boolean AND channel_id IN (SELECT id FROM team_channel) GROUP BY channel_id) counted) AS counts`

const plain = { name: 'look up', text: statement(withoutSlack) }
const bySlack = { name: 'look up for slack', text: statement(withSlack) }

type Row = {
  hooks: PostingHook[] | null
  channels: PostChannel[] | null
  aimed: { id: string; username: string }[] | null
  members: string[] | null
  permitted: PermittedUser[] | null
  people: PersonRow[] | null
  counts: { channel_id: string; members: number }[] | null
}

/** Reads everything that a batch needs in one query. Bypasses Prisma, whose overhead exceeds Postgres's time for it. */
export async function lookUp(db: Db, wanted: LookUpKeys): Promise<LookedUp> {
  const { hookIds, ownChannelOf, channelNames, channelIds, usernames, restrictedTo, mentions, slack } = wanted
  const lists = [hookIds, ownChannelOf, channelNames, usernames, mentions.usernames]
  const [others, ids, ...arrays] = [restrictedTo, channelIds, ...lists].map(list =>
    textArray([...new Set(list)]),
  )
  const values = [...arrays, mentions.wholeChannel, others, ids]
  const { rows } = await db.pool.query<Row>(
    slack ? { ...bySlack, values: [...values, ...slackValues(slack)] } : { ...plain, values },
  )
  const [{ hooks, channels, aimed, members, permitted, people, counts } = nothing] = rows
  const named = aimed?.map(({ id, username }) => [username, id] as const)
  const byId = slack ? aimed?.map(({ id }) => [id, id] as const) : undefined
  return {
    hooks: new Map(hooks?.map(hook => [hook.isUser ? senderName(hook.userId, hook.teamId) : hook.id, hook])),
    channels: channels ?? [],
    userIds: new Map([...(byId ?? []), ...(named ?? [])]),
    members: new Set(members),
    permitted: new Map(permitted?.map(user => [user.id, user])),
    asked: mentions,
    people: people?.map(toNamed) ?? [],
    memberCounts: new Map(counts?.map(count => [count.channel_id, count.members])),
  }
}

function slackValues({ senders, ids }: SlackKeys): Buffer[] {
  const users = senders.map(({ userId }) => userId)
  return [users, senders.map(({ teamId }) => teamId), ids].map(textArray)
}

const nothing: Row = {
  hooks: null,
  channels: null,
  aimed: null,
  members: null,
  permitted: null,
  people: null,
  counts: null,
}

/** A delivery that was not replayed since, nor its original. */
type Replayable = {
  id: string
  original: string
  payload: string
  restrictedTo: string | null
  change: string | null
  target: string | null
  format: string | null
}

/** `lookedAtUpTo`: where the next page continues. Undefined at the end of the range. */
export type ReplayablePage = { deliveries: Replayable[]; lookedAtUpTo: string | undefined }

const pageBounds = { deliveries: 500, bytes: 8 * 1024 * 1024 }

/** Returns the next matching deliveries of a hook that have not been replayed, oldest first. */
export async function replayablePage(db: Db, range: IdRange): Promise<ReplayablePage> {
  const where = Prisma.sql`${inRange(range)} AND ${notReplayed}`
  const looked = await db.$queryRaw<(Replayable & { matches: boolean })[]>`
    SELECT id, original, restricted_to AS "restrictedTo", change, target, format, CASE WHEN matches THEN payload END AS payload, matches FROM (
      SELECT d.*, ${hasText(range.text)} AS matches FROM ${bounded(where, false, pageBounds)}
    ) d ORDER BY id`
  const deliveries = looked.flatMap(({ matches, ...delivery }) => (matches ? [delivery] : []))
  return { deliveries, lookedAtUpTo: looked.at(-1)?.id }
}

/** Returns the current outcomes of a replay's deliveries, which carry its ID as their request ID. */
export async function outcomesOfReplay(
  db: Db,
  { hookId, replayId, first, end }: { hookId: string; replayId: string; first: string; end: string },
): Promise<Record<Outcome, number>> {
  const rows = await db.$queryRaw<{ outcome: Outcome; count: number }[]>`
    SELECT outcome, count(*)::int AS count FROM deliveries
    WHERE hook_id = ${hookId} AND id >= ${first} AND id < ${end} AND request_id = ${replayId} AND replay_of IS NOT NULL
    GROUP BY outcome`
  const counts = { posted: 0, replied: 0, updated: 0, collapsed: 0, superseded: 0, skipped: 0, rejected: 0 }
  for (const { outcome, count } of rows) counts[outcome] = count
  return counts
}
