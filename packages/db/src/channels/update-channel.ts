import { isDuplicate } from '../connection/errors.js'
import type { Db } from '../connection/open.js'
import { type NewPost, writePost } from '../posts/write-post.js'
import { type Channel, toChannel } from './channels.js'

/** The fields of a channel that members can change. */
export type ChannelChanges = Partial<Pick<Channel, 'name' | 'displayName' | 'header' | 'purpose'>>

export type ChannelUpdate =
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
