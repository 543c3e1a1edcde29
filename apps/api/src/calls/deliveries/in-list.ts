import type { DeliveryChannel } from '@posthorn/contract'
import { shownPostIds, textOfHtml } from '@posthorn/core'
import { type Db, findBeginnings, findChannels, findReaders, type SettledDelivery } from '@posthorn/db'
import { deliveryChannel } from './posts-of-delivery.js'

/** Where a delivery posted, and the first words of its first post. */
export type Shown = { channel: DeliveryChannel | null; words: string }

const maxWordsChars = 160

const nothing: Shown = { channel: null, words: '' }

/** Returns for each delivery of a page what its row shows. A post's words are only for those who may read its channel. */
export async function shownInList(
  db: Db,
  userId: string,
  deliveries: SettledDelivery[],
): Promise<(delivery: SettledDelivery) => Shown> {
  const channelIds = [...new Set(deliveries.flatMap(({ channelId }) => channelId || []))]
  const [channels, readers] = await Promise.all([
    findChannels(db, channelIds),
    findReaders(
      db,
      channelIds.map(channelId => ({ channelId, userId })),
    ),
  ])
  const readable = new Set(readers.map(({ channelId }) => channelId))
  const postIds = deliveries.filter(({ channelId }) => readable.has(channelId)).flatMap(firstPostOf)
  const posts = new Map((await findBeginnings(db, postIds)).map(post => [post.id, post]))
  return delivery => {
    const channel = channels.get(delivery.channelId)
    if (!channel) return nothing
    const [postId = ''] = firstPostOf(delivery)
    const post = posts.get(postId)
    const isItsOwn = delivery.outcome === 'collapsed' || post?.setBy === delivery.id
    return {
      channel: deliveryChannel(channel, readable.has(channel.id)),
      words: post && isItsOwn ? textOfHtml(post.html, maxWordsChars) : '',
    }
  }
}

/** A deletion has no post left. */
function firstPostOf(delivery: SettledDelivery): string[] {
  return delivery.change?.kind === 'delete' ? [] : shownPostIds(delivery).slice(0, 1)
}
