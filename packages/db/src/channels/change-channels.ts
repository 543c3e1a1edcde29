import { isDuplicate } from '../connection/errors.js'
import type { Db } from '../connection/open.js'
import type { Prisma } from '../generated/client.js'
import { noOffer } from '../hooks/hook-offers.js'
import { type NewPost, writePost } from '../posts/write-posts.js'
import { type Channel, toChannel } from './channels.js'

/** The fields of a new public or private channel. */
export type NewChannel = {
  id: string
  createAt: number
  teamId: string
  type: 'O' | 'P'
  name: string
  displayName: string
  header: string
  purpose: string
  creatorId: string
}

type ChannelCreation =
  | { outcome: 'created'; channel: Channel }
  | { outcome: 'channel_name_taken' | 'too_many_channels' }

/**
 * Creates a channel with its creator as first member and administrator, unless the team has, or had, one of this name.
 * Concurrent calls leave the team with at most `most` live channels.
 */
export async function createChannel(db: Db, channel: NewChannel, most: number): Promise<ChannelCreation> {
  const { id, createAt, creatorId, teamId } = channel
  return db.$transaction(async tx => {
    await tx.$queryRaw`SELECT 1 FROM teams WHERE id = ${teamId} FOR NO KEY UPDATE`
    if ((await tx.channel.count({ where: { teamId, deleteAt: 0 } })) >= most)
      return { outcome: 'too_many_channels' }
    const data = { ...channel, updateAt: createAt, extraUpdateAt: createAt }
    const { count } = await tx.channel.createMany({ data, skipDuplicates: true })
    if (count === 0) return { outcome: 'channel_name_taken' }
    const roles = 'channel_user channel_admin'
    await tx.channelMember.create({
      data: { channelId: id, userId: creatorId, roles, lastUpdateAt: createAt },
    })
    const created = await tx.channel.findUniqueOrThrow({ where: { id } })
    return { outcome: 'created', channel: toChannel(created) }
  })
}

/** Returns the team's public channels that this user is not in, by display name. */
export async function channelsToJoin(
  db: Db,
  teamId: string,
  userId: string,
  offset: number,
  limit: number,
): Promise<Channel[]> {
  const rows = await db.channel.findMany({
    where: { teamId, type: 'O', deleteAt: 0, members: { none: { userId } } },
    orderBy: [{ displayName: 'asc' }, { name: 'asc' }],
    skip: offset,
    take: limit,
  })
  return rows.map(toChannel)
}

/** The fields of a channel that members can change. */
export type ChannelChanges = Partial<Pick<Channel, 'name' | 'displayName' | 'header' | 'purpose'>>

type ChannelUpdate =
  | { outcome: 'updated'; channel: Channel }
  | { outcome: 'archived_for_changes' | 'channel_name_taken' }

type Update = { changes: ChannelChanges; messages: NewPost[]; nowMs: number }

/** Changes a live channel and posts `messages` to it, unless the team has, or had, another channel of the new name. */
export async function updateChannel(
  db: Db,
  id: string,
  { changes, messages, nowMs }: Update,
): Promise<ChannelUpdate> {
  const data = { ...changes, updateAt: nowMs }
  const update = db.$transaction(async (tx): Promise<ChannelUpdate> => {
    const { count } = await tx.channel.updateMany({ where: { id, deleteAt: 0 }, data })
    if (count === 0) return { outcome: 'archived_for_changes' }
    for (const message of messages) await writePost(tx, message, { mentioned: [], as: 'event' })
    return { outcome: 'updated', channel: toChannel(await tx.channel.findUniqueOrThrow({ where: { id } })) }
  })
  return update.catch((error: unknown) => {
    if (isDuplicate(error)) return { outcome: 'channel_name_taken' }
    throw error
  })
}

type InTransaction = Prisma.TransactionClient

/**
 * Archives a channel and deletes the hooks whose own channel it is (docs/behaviour.md, targets). `restoreChannel` restores both.
 * @returns false if it was already archived
 */
export function archiveChannel(db: Db, notice: NewPost): Promise<boolean> {
  const { channelId, createAt: nowMs } = notice
  const stamps = { deleteAt: nowMs, updateAt: nowMs }
  return db.$transaction(async tx => {
    const { count } = await tx.channel.updateMany({ where: { id: channelId, deleteAt: 0 }, data: stamps })
    if (count === 0) return false
    await writePost(tx, notice, { mentioned: [], as: 'event' })
    await lockHooks(tx, channelId)
    // a hook that was deleted in the same millisecond must not be restored with the others
    await tx.hook.updateMany({ where: { channelId, deleteAt: nowMs }, data: { deleteAt: nowMs - 1 } })
    await tx.hook.updateMany({ where: { channelId, deleteAt: 0 }, data: { ...stamps, ...noOffer } })
    return true
  })
}

export type Restored = 'restored' | 'not_archived' | 'too_many_channels'

/**
 * Restores an archived channel and the hooks that were deleted with it, which have its `deleteAt`. Their keys work as
 * before. Concurrent calls leave the team with at most `most` live channels.
 */
export function restoreChannel(db: Db, teamId: string, notice: NewPost, most: number): Promise<Restored> {
  const { channelId, createAt: nowMs } = notice
  const stamps = { deleteAt: 0, updateAt: nowMs }
  return db.$transaction(async tx => {
    await tx.$queryRaw`SELECT 1 FROM teams WHERE id = ${teamId} FOR NO KEY UPDATE`
    const [archived] = await tx.$queryRaw<{ deleteAt: bigint }[]>`
      SELECT delete_at AS "deleteAt" FROM channels WHERE id = ${channelId} AND delete_at > 0 FOR NO KEY UPDATE`
    if (!archived) return 'not_archived'
    if ((await tx.channel.count({ where: { teamId, deleteAt: 0 } })) >= most) return 'too_many_channels'
    await tx.channel.updateMany({ where: { id: channelId }, data: stamps })
    await writePost(tx, notice, { mentioned: [], as: 'event' })
    await lockHooks(tx, channelId)
    await tx.hook.updateMany({ where: { channelId, deleteAt: archived.deleteAt }, data: stamps })
    return 'restored'
  })
}

/** Locks hooks in the order that workers use. */
async function lockHooks(tx: InTransaction, channelId: string): Promise<void> {
  await tx.$queryRaw`SELECT id FROM hooks WHERE channel_id = ${channelId} ORDER BY id FOR NO KEY UPDATE`
}

/** Returns whether live hooks of other users have this channel as their own. */
export async function hasHooksOfOthers(db: Db, channelId: string, userId: string): Promise<boolean> {
  const where = { channelId, deleteAt: 0, userId: { not: userId } }
  return (await db.hook.findFirst({ where, select: { id: true } })) !== null
}

/** `by`: only channels that this user created. `readBy`: only public ones, and private ones with this member. */
type ArchivedOf = { teamId: string; by?: string; readBy?: string }

/** Returns a page of a team's archived channels, most recently archived first. */
export async function archivedChannels(
  db: Db,
  { teamId, by, readBy }: ArchivedOf,
  offset: number,
  limit: number,
): Promise<Channel[]> {
  const isReadable = { OR: [{ type: 'O' }, { members: { some: { userId: readBy ?? '' } } }] }
  const rows = await db.channel.findMany({
    where: {
      teamId,
      deleteAt: { gt: 0 },
      ...(by !== undefined && { creatorId: by }),
      ...(readBy !== undefined && isReadable),
    },
    orderBy: [{ deleteAt: 'desc' }, { id: 'asc' }],
    skip: offset,
    take: limit,
  })
  return rows.map(toChannel)
}
