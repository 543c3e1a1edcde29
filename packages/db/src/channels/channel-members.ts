import type { Db } from '../connection/open.js'
import { ms } from '../connection/time.js'
import type { ChannelMember as Row } from '../generated/client.js'
import { type NewPost, writePost } from '../posts/write-posts.js'

export type ChannelMember = {
  channelId: string
  userId: string
  roles: string
  lastViewedAt: number
  /** Number of the channel's posts that this member has seen. The rest of `totalMsgCount` is unread. */
  msgCount: number
  mentionCount: number
  notifyProps: Record<string, string>
  lastUpdateAt: number
}

function toMember(row: Row): ChannelMember {
  return {
    ...row,
    lastViewedAt: ms(row.lastViewedAt),
    msgCount: ms(row.msgCount),
    mentionCount: ms(row.mentionCount),
    lastUpdateAt: ms(row.lastUpdateAt),
    notifyProps: row.notifyProps as Record<string, string>,
  }
}

export async function findMember(
  db: Db,
  channelId: string,
  userId: string,
): Promise<ChannelMember | undefined> {
  const row = await db.channelMember.findUnique({ where: { channelId_userId: { channelId, userId } } })
  return row ? toMember(row) : undefined
}

/** Returns the memberships of the given users who are in the channel. */
export async function findMembers(db: Db, channelId: string, userIds: string[]): Promise<ChannelMember[]> {
  const rows = await db.channelMember.findMany({
    where: { channelId, userId: { in: userIds } },
    orderBy: { userId: 'asc' },
  })
  return rows.map(toMember)
}

/**
 * Changes a member's notification settings. Absent ones stay unchanged. Returns undefined if the user is not a
 * member.
 */
export async function setMemberNotifyProps(
  db: Db,
  channelId: string,
  userId: string,
  notifyProps: Record<string, string>,
): Promise<ChannelMember | undefined> {
  await db.$executeRaw`
    UPDATE channel_members SET notify_props = notify_props || ${JSON.stringify(notifyProps)}::jsonb,
      last_update_at = (extract(epoch FROM clock_timestamp()) * 1000)::bigint
    WHERE channel_id = ${channelId} AND user_id = ${userId}`
  return findMember(db, channelId, userId)
}

/** Returns the user's memberships in the team's live channels and in direct ones. */
export async function membershipsOf(db: Db, teamId: string, userId: string): Promise<ChannelMember[]> {
  const rows = await db.channelMember.findMany({
    where: { userId, channel: { teamId: { in: [teamId, ''] }, deleteAt: 0 } },
    orderBy: { channelId: 'asc' },
  })
  return rows.map(toMember)
}

/**
 * Adds a user to a channel with all its posts marked as read. `notice` is posted to the channel and mentions the
 * member if `isMentioned`.
 * @returns false if the user is already a member
 */
export async function addMember(
  db: Db,
  userId: string,
  notice: NewPost,
  isMentioned: boolean,
): Promise<boolean> {
  return db.$transaction(async tx => {
    const added = await tx.$executeRaw`
      INSERT INTO channel_members (channel_id, user_id, last_viewed_at, msg_count, last_update_at)
      SELECT id, ${userId}, last_post_at, total_msg_count, ${notice.createAt}
      FROM channels WHERE id = ${notice.channelId}
      ON CONFLICT DO NOTHING`
    if (added === 0) return false
    await writePost(tx, notice, { mentioned: isMentioned ? [userId] : [], as: 'notice' })
    await touchMembers(tx, notice)
    return true
  })
}

/** @returns false if the user is not a member */
export async function removeMember(db: Db, userId: string, notice: NewPost): Promise<boolean> {
  return db.$transaction(async tx => {
    const { channelId } = notice
    const { count } = await tx.channelMember.deleteMany({ where: { channelId, userId } })
    if (count === 0) return false
    await writePost(tx, notice, { mentioned: [], as: 'notice' })
    await touchMembers(tx, notice)
    return true
  })
}

type Touching = Pick<Db, '$executeRaw'>

async function touchMembers(db: Touching, { channelId, createAt }: NewPost): Promise<void> {
  await db.$executeRaw`
    UPDATE channels SET extra_update_at = greatest(extra_update_at, ${createAt}) WHERE id = ${channelId}`
}

/**
 * Marks everything in these channels as seen by the user, including mentions. The members are locked first and the
 * counts read by a second statement, so each post recorded meanwhile is either fully seen or fully unread.
 */
export async function markViewed(db: Db, userId: string, channelIds: string[]): Promise<void> {
  await db.$transaction([
    db.$queryRaw`
      SELECT channel_id FROM channel_members WHERE user_id = ${userId} AND channel_id = ANY(${channelIds}::text[])
      ORDER BY channel_id FOR NO KEY UPDATE`,
    db.$executeRaw`
      UPDATE channel_members member SET msg_count = total_msg_count, mention_count = 0,
        last_viewed_at = greatest(last_viewed_at, last_post_at),
        last_update_at = (extract(epoch FROM clock_timestamp()) * 1000)::bigint
      FROM channels
      WHERE channels.id = member.channel_id AND user_id = ${userId} AND channel_id = ANY(${channelIds}::text[])`,
  ])
}
