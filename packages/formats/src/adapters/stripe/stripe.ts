import type { Adapted, Adapter, Skipped } from '../adapter.js'
import { type EventReader, eventName, notShown, withDeliveryId } from '../forges/events.js'
import { connected } from '../forges/sentence.js'
import type { Native } from '../native.js'
import { readAccount, readAccountChange, readFailure, readMove, readPayoutAccount } from './accounts.js'
import {
  readCheckout,
  readDispute,
  readFraudWarning,
  readPayment,
  readPayout,
  readRefund,
} from './payments.js'
import { readCustomer, readInvoice, readSubscription, readSubscriptionChange } from './subscription.js'

/** By `type`. Other failures are shown as well. */
const readers = new Map<string, EventReader>([
  ['account.application.authorized', readAccount],
  ['account.application.deauthorized', readAccount],
  ['account.external_account.created', readPayoutAccount],
  ['account.external_account.deleted', readPayoutAccount],
  ['account.external_account.updated', readPayoutAccount],
  ['account.updated', readAccountChange],
  ['application_fee.refunded', readMove],
  ['charge.captured', readPayment],
  ['charge.dispute.closed', readDispute],
  ['charge.dispute.created', readDispute],
  ['charge.dispute.funds_reinstated', readDispute],
  ['charge.dispute.funds_withdrawn', readDispute],
  ['charge.expired', readPayment],
  ['charge.failed', readPayment],
  ['charge.refund.updated', readRefund],
  ['charge.refunded', readRefund],
  ['charge.succeeded', readPayment],
  ['checkout.session.async_payment_failed', readCheckout],
  ['checkout.session.async_payment_succeeded', readCheckout],
  ['checkout.session.completed', readCheckout],
  ['credit_note.created', readMove],
  ['customer.created', readCustomer],
  ['customer.deleted', readCustomer],
  ['customer.subscription.created', readSubscription],
  ['customer.subscription.deleted', readSubscription],
  ['customer.subscription.paused', readSubscription],
  ['customer.subscription.resumed', readSubscription],
  ['customer.subscription.trial_will_end', readSubscription],
  ['customer.subscription.updated', readSubscriptionChange],
  ['invoice.finalization_failed', readInvoice],
  ['invoice.marked_uncollectible', readInvoice],
  ['invoice.overdue', readInvoice],
  ['invoice.paid', readInvoice],
  ['invoice.payment_action_required', readInvoice],
  ['invoice.payment_failed', readInvoice],
  ['invoice.voided', readInvoice],
  ['payment_intent.payment_failed', readPayment],
  ['payment_intent.succeeded', readPayment],
  ['payout.canceled', readPayout],
  ['payout.created', readPayout],
  ['payout.failed', readPayout],
  ['payout.paid', readPayout],
  ['radar.early_fraud_warning.created', readFraudWarning],
  ['refund.created', readRefund],
  ['refund.failed', readRefund],
  ['refund.updated', readRefund],
  ['review.closed', readFraudWarning],
  ['review.opened', readFraudWarning],
  ['topup.canceled', readMove],
  ['topup.reversed', readMove],
  ['topup.succeeded', readMove],
  ['transfer.reversed', readMove],
])

/** What another event shows as well. */
const shownBy = new Map([['invoice.payment_succeeded', 'invoice.paid']])

/** Stripe's events, except thin ones. A payment with its refunds and disputes is a thread. */
export const stripe: Adapter = {
  name: 'stripe',
  title: 'Stripe',
  headers: [],
  matches: (_headers, body) => isSnapshot(body) || isThin(body),
  lacks: (_headers, body) =>
    isSnapshot(body) || isThin(body)
      ? undefined
      : 'an `object` named `event`, with its `id`, `type` and `data.object`',
  read: (_headers, body) => {
    const type = body.at('type').text
    const event = eventName(type)
    if (isThin(body)) return readThin(type, event)
    const other = shownBy.get(type)
    const reason = other && `${event} is not shown. Send ${other} instead.`
    const reader = readers.get(type) ?? (/[._]failed$/.test(type) ? readFailure : undefined)
    const end = reader?.(body, event) ?? notShown(event, reason)
    return withDeliveryId(end, body.at('id').text)
  },
}

function isSnapshot(body: Native): boolean {
  return (
    body.at('object').text === 'event' &&
    body.at('id').text.startsWith('evt_') &&
    body.at('type').text !== '' &&
    body.at('data', 'object', 'object').exists
  )
}

/** Thin events have only the id of their object. */
function isThin(body: Native): boolean {
  return body.at('object').text === 'v2.core.event' && body.at('type').text !== ''
}

/** The test call of an event destination is a thin event. */
function readThin(type: string, event: string): Adapted | Skipped {
  if (type === 'v2.core.event_destination.ping') return { event: 'ping', text: connected('Stripe') }
  return notShown(event, `${event} has no amounts or names. Send events with snapshots instead.`)
}
