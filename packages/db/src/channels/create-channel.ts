import type { Db } from '../connection/open.js'
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

export type ChannelCreation =
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
