import { calls, type DeliveryChannel, maxCountedDeliveries } from '@posthorn/contract'
import { shownPostIds, textOfHtml } from '@posthorn/core'
import {
  countDeliveries as count,
  type Db,
  findBeginnings,
  findChannels,
  findReaders,
  idsBetween,
  listDeliveries as list,
  type SettledDelivery,
} from '@posthorn/db'
import { serve } from '../../http/serve-calls.js'
import { deliveryObject } from '../../objects/delivery-object.js'
import { deliveryChannel } from './posts-of-delivery.js'

export const listDeliveries = serve(calls.listDeliveries, async ({ deps, caller, hookId, query }) => {
  const { outcome, text, from: fromMs, to: toMs, cursor, limit } = query
  const before = cursor || undefined
  const wanted = { hookId, outcome, text, fromMs, toMs, before, limit }
  const { deliveries, replays, next } = await list(deps.db, wanted)
  const shown = await shownInList(deps.db, caller.user.id, deliveries)
  return {
    deliveries: deliveries.map(delivery => ({
      ...deliveryObject(delivery),
      ...shown(delivery),
      replay_outcome: replays.get(delivery.id) ?? ('' as const),
    })),
    next,
  }
})

export const countDeliveries = serve(calls.countDeliveries, async ({ deps, hookId, query }) => {
  const { outcome, text, from, to, after, replayable } = query
  const { first, end } = idsBetween(from, to)
  const range = { hookId, outcome, text, after: after > first ? after : first, end }
  const counted = await count(deps.db, range, { most: maxCountedDeliveries, replayable })
  return { count: counted.count, is_whole: counted.isWhole }
})

/** Where a delivery posted, and the first words of its first post. */
type Shown = { channel: DeliveryChannel | null; words: string }

const maxWordsChars = 160

const nothing: Shown = { channel: null, words: '' }

/** Returns for each delivery of a page what its row shows. A post's words are only for those who may read its channel. */
async function shownInList(
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
