import { calls, maxDeliveredPosts } from '@posthorn/contract'
import { deliveryOf, shownPostIds } from '@posthorn/core'
import {
  findChannels,
  findDeliveredPosts,
  findDelivery,
  findNeighbours,
  findSetBy,
  idsBetween,
  newestReplay,
  type SettledDelivery,
  type User,
} from '@posthorn/db'
import type { ApiDeps } from '../../deps.js'
import { mayRead } from '../../http/rights/rights.js'
import { serve } from '../../http/serve-calls.js'
import { deliveryObject } from '../../objects/delivery-object.js'
import { refused } from '../../refusals/refused.js'
import { deliveredPost, deliveryChannel } from './posts-of-delivery.js'
import { sentFrom } from './sent-from.js'

export const getDelivery = serve(calls.getDelivery, async ({ deps, caller, hookId, params, query }) => {
  const { db } = deps
  const delivery = await findDelivery(db, hookId, params.delivery)
  if (!delivery) return refused('no_such_delivery')
  const { id, payload } = delivery
  const ids = delivery.change?.kind === 'delete' ? [] : shownPostIds(delivery).slice(0, maxDeliveredPosts)
  const [posts, place, replay, related, neighbours] = await Promise.all([
    ids.length === 0 ? [] : findDeliveredPosts(db, id, ids),
    channelFor(deps, caller.user, delivery.channelId),
    newestReplay(db, delivery.replayOf || id),
    relatedTo(deps, delivery),
    findNeighbours(db, { hookId, id, ...query, ...idsBetween(query.from, query.to) }),
  ])
  const later = replay && replay.id > id ? replay : undefined
  return {
    ...deliveryObject(delivery),
    replay_outcome: later?.outcome ?? ('' as const),
    payload,
    ...sentFrom(delivery),
    channel: place && deliveryChannel(place.channel, place.readable),
    posts: posts.map(post => {
      const maker = delivery.outcome === 'collapsed' ? post.setBy : id
      return deliveredPost(maker, post, place?.readable ?? false)
    }),
    related_delivery: related,
    ...neighbours,
    replayed_as: later?.id ?? '',
  }
})

/** A hook's managers need not be members of the channels that it posts to. */
async function channelFor({ db }: ApiDeps, user: User, channelId: string) {
  const channel = channelId === '' ? undefined : (await findChannels(db, [channelId])).get(channelId)
  return channel ? { channel, readable: await mayRead(db, user, channelId) } : null
}

async function relatedTo({ db }: ApiDeps, { outcome, postId }: SettledDelivery): Promise<string> {
  if (postId === undefined) return ''
  if (outcome === 'updated' || outcome === 'collapsed') return deliveryOf(postId)
  return outcome === 'superseded' ? ((await findSetBy(db, postId)) ?? '') : ''
}
