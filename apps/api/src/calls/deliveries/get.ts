import { calls, maxDeliveredPosts } from '@posthorn/contract'
import { deliveryOf } from '@posthorn/core'
import {
  findChannels,
  findDelivery,
  findDeliveryOfAnyHook,
  newestReplay,
  postsOfDelivery,
  type User,
} from '@posthorn/db'
import type { ApiDeps } from '../../deps.js'
import { requireHookOwner } from '../../http/guards/requirements.js'
import { mayRead } from '../../http/guards/rights.js'
import { serve } from '../../http/serve-calls.js'
import { Refused, refused } from '../../refusals/refused.js'
import { deliveryObject } from './delivery-object.js'
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

/** Who sees to a hook need not be a member of the channels that it posts to. */
async function channelFor({ db }: ApiDeps, user: User, channelId: string) {
  const channel = channelId === '' ? undefined : (await findChannels(db, [channelId])).get(channelId)
  return channel ? { channel, readable: await mayRead(db, user, channelId) } : null
}

/** For those who may see the delivery: the rest is told that there is none, or that it is not theirs to see. */
export const getDeliveryOfPost = serve(
  calls.getDeliveryOfPost,
  async ({ deps, caller, teamId, params: { post } }) => {
    const delivery = await findDeliveryOfAnyHook(deps.db, deliveryOf(post))
    if (!delivery) return refused('no_such_delivery')
    const { id, hookId } = delivery
    const owned = await requireHookOwner(deps, caller, { team: teamId, hook: hookId })
    if (!(owned instanceof Refused)) return { delivery: id, hook_id: hookId }
    return refused(owned.refusal === 'no_permission_api' ? 'no_permission_api' : 'no_such_delivery')
  },
)
