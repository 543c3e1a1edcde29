import type { DeliveryObject } from '@posthorn/contract'
import { shownPostCount, timeOf } from '@posthorn/core'
import type { SettledDelivery } from '@posthorn/db'
import { templateVersionOf } from '@posthorn/formats'
import { hookRefusals, isHookRefusal } from '@posthorn/server'

export function deliveryObject(delivery: SettledDelivery): DeliveryObject {
  return {
    id: delivery.id,
    hook_id: delivery.hookId,
    channel_id: delivery.channelId,
    create_at: timeOf(delivery.id),
    settled_at: delivery.settledAt,
    outcome: delivery.outcome,
    ...wordsFor(delivery),
    post_id: delivery.postId ?? '',
    change: delivery.change?.kind ?? '',
    target: delivery.change?.target ?? '',
    format: delivery.format?.name ?? '',
    template_version: templateVersionOf(delivery.format) ?? 0,
    event: delivery.event ?? '',
    post_count: shownPostCount(delivery),
    tries: delivery.tries,
    request_id: delivery.requestId,
    ignored: delivery.ignored,
    replay_of: delivery.replayOf,
    sent_by: delivery.sentBy,
  }
}

/** Returns the error that a sender waiting for the outcome would have received. */
export function wordsFor({
  outcome,
  reason,
  detail,
}: Pick<SettledDelivery, 'outcome' | 'reason' | 'detail'>) {
  if (outcome === 'skipped') return { reason: '', message: detail, status: 200 }
  if (outcome !== 'rejected') return { reason: '', message: '', status: 200 }
  const known = isHookRefusal(reason) ? hookRefusals[reason] : undefined
  const { id, message, status } = known ?? { id: reason, message: reason, status: 400 } // recorded by another version
  return { reason: id, message: detail === '' ? message : `${message} ${detail}`, status }
}
