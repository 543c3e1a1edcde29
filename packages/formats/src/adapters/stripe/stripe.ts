import type { Adapter } from '../adapter.js'
import { type EventReader, eventName, notShown } from '../forges/events.js'
import {
  readCheckout,
  readDispute,
  readFraudWarning,
  readPayment,
  readPayout,
  readRefund,
} from './payments.js'
import { readCustomer, readInvoice, readSubscription, readSubscriptionChange } from './subscription.js'

const readers = new Map<string, EventReader>([
  ['charge.dispute.closed', readDispute],
  ['charge.dispute.created', readDispute],
  ['charge.failed', readPayment],
  ['charge.refunded', readRefund],
  ['charge.succeeded', readPayment],
  ['checkout.session.async_payment_failed', readCheckout],
  ['checkout.session.async_payment_succeeded', readCheckout],
  ['checkout.session.completed', readCheckout],
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
  ['payment_intent.payment_failed', readPayment],
  ['payment_intent.succeeded', readPayment],
  ['payout.canceled', readPayout],
  ['payout.created', readPayout],
  ['payout.failed', readPayout],
  ['payout.paid', readPayout],
  ['radar.early_fraud_warning.created', readFraudWarning],
  ['refund.failed', readRefund],
  ['review.opened', readFraudWarning],
])

/** What another event shows as well. */
const shownBy = new Map([
  ['invoice.payment_succeeded', 'invoice.paid'],
  ['charge.refund.updated', 'charge.refunded and refund.failed'],
  ['refund.created', 'charge.refunded'],
])

/** Stripe's events, except thin ones. A payment with its refunds and disputes is a thread. */
export const stripe: Adapter = {
  name: 'stripe',
  title: 'Stripe',
  headers: [],
  matches: (_headers, body) =>
    body.at('object').text === 'event' &&
    body.at('id').text.startsWith('evt_') &&
    body.at('data', 'object', 'object').exists,
  read: (_headers, body) => {
    const type = body.at('type').text
    const event = eventName(type)
    const other = shownBy.get(type)
    const reason = other && `${event} is not shown. Send ${other} instead.`
    const end = readers.get(type)?.(body, event) ?? notShown(event, reason)
    return 'skipped' in end ? end : { ...end, idempotencyKey: body.at('id').text.slice(0, 255) }
  },
}
