import { calls, maxDeliveredPosts } from '@posthorn/contract'
import { findChannels, findDelivery, newestReplay, postsOfDelivery, type User } from '@posthorn/db'
import type { ApiDeps } from '../../deps.js'
import { mayRead } from '../../http/rights/rights.js'
import { serve } from '../../http/serve-calls.js'
import { deliveryObject } from '../../objects/delivery-object.js'
import { refused } from '../../refusals/refused.js'
import { deliveredPost, deliveryChannel } from './posts-of-delivery.js'

export const getDelivery = serve(calls.getDelivery, async ({ deps, caller, hookId, params }) => {
  const delivery = await findDelivery(deps.db, hookId, params.delivery)
  if (!delivery) return refused('no_such_delivery')
  const [posts, place, replay] = await Promise.all([
    postsOfDelivery(deps.db, delivery.id, maxDeliveredPosts),
    channelFor(deps, caller.user, delivery.channelId),
    newestReplay(deps.db, delivery.replayOf || delivery.id),
  ])
  return {
    ...deliveryObject(delivery),
    payload: delivery.payload,
    channel: place && deliveryChannel(place.channel, place.readable),
    posts: posts.map(post => deliveredPost(post, place?.readable ?? false)),
    replayed_as: replay !== undefined && replay > delivery.id ? replay : '',
  }
})

/** A hook's managers need not be members of the channels that it posts to. */
async function channelFor({ db }: ApiDeps, user: User, channelId: string) {
  const channel = channelId === '' ? undefined : (await findChannels(db, [channelId])).get(channelId)
  return channel ? { channel, readable: await mayRead(db, user, channelId) } : null
}
