import type { Db } from '../connection/open.js'
import type { Prisma } from '../generated/client.js'
import { noOffer } from '../hooks/hook-offers.js'
import { type NewPost, writePost } from '../posts/write-post.js'
import { type Channel, toChannel } from './channels.js'

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
