import type { DeliveryObject, WholeDelivery } from '@posthorn/contract'
import { timeOf } from '@posthorn/core'
import type { postsOf, SettledDelivery } from '@posthorn/db'
import { hookRefusals, isHookRefusal } from '@posthorn/server'

export function deliveryObject(delivery: SettledDelivery): DeliveryObject {
  return {
    id: delivery.id,
    hook_id: delivery.hookId,
    channel_id: delivery.channelId,
    create_at: timeOf(delivery.id),
    settled_at: delivery.settledAt,
    outcome: delivery.outcome,
    ...why(delivery),
    post_count: delivery.postCount,
    tries: delivery.tries,
    request_id: delivery.requestId,
    ignored: delivery.ignored,
    replay_of: delivery.replayOf,
  }
}

export function wholeDelivery(
  delivery: SettledDelivery & { payload: string },
  posts: Awaited<ReturnType<typeof postsOf>>,
): WholeDelivery {
  return {
    ...deliveryObject(delivery),
    payload: delivery.payload,
    posts: posts.map(({ id, channelId, createAt }) => ({ id, channel_id: channelId, create_at: createAt })),
  }
}

/** The error that a sender would have got who waited for the outcome. */
function why({ outcome, reason, detail }: SettledDelivery) {
  if (outcome === 'posted') return { reason: '', message: '', status: 200 }
  const known = isHookRefusal(reason) ? hookRefusals[reason] : undefined
  const { id, message, status } = known ?? { id: reason, message: reason, status: 400 } // one of another version's
  return { reason: id, message: detail === '' ? message : `${message} ${detail}`, status }
}
