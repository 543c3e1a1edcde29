import type { Adapted, Skipped } from '../adapter.js'
import { asWords, threadBy, updateBy } from '../alerts/alert.js'
import { notShown } from '../forges/events.js'
import { joined, plain, quote } from '../markdown.js'
import type { Native } from '../native.js'
import { money, type StripeState, stripeDay, stripePost } from './post.js'

const failed: StripeState = { sign: '❌', state: 'Payment failed' }
const paymentStates = new Map<string, StripeState>([
  ['charge.captured', { sign: '✅', state: 'Payment captured' }],
  ['charge.expired', { sign: '⚠️', state: 'Authorization expired' }],
  ['charge.failed', failed],
  ['payment_intent.payment_failed', failed],
])
const paid: StripeState = { sign: '✅', state: 'Payment' }
const authorized: StripeState = { sign: '⏳', state: 'Payment authorized' }

/** Reads a charge or a payment intent. They have one thread, together with refunds and disputes. */
export function readPayment(body: Native, event: string): Adapted {
  const payment = body.at('data', 'object')
  const error = payment.at('last_payment_error')
  const isHeld = payment.at('captured').text === 'false'
  const state = paymentStates.get(event) ?? (isHeld ? authorized : paid)
  const method = error.at('payment_method').exists ? error.at('payment_method') : payment
  const reason = payment.at('failure_message').text || error.at('message').text
  const total = money(payment.at('amount'), payment.at('currency'))
  const amount = (state.sign === '✅' && received(payment)) || total
  const post = stripePost(body, event, {
    ...state,
    label: amount,
    section: 'payments',
    id: paymentId(payment),
    rest: joined([
      amount !== total && `of ${total}`,
      fromPerson(method.at('billing_details'), payment.at('receipt_email')),
    ]),
    notes: [state === authorized && 'not captured yet'],
    details: [state === failed && quote(reason), quote(payment.at('description').text, 200)],
  })
  return { ...post, ...threadBy('payment', paymentId(payment)) }
}

/** Returns the part of an authorized amount that was taken. */
function received(payment: Native): string {
  const part = payment.at('amount_received').exists ? 'amount_received' : 'amount_captured'
  return money(payment.at(part), payment.at('currency'))
}

const refundStates = new Map<string, StripeState>([
  ['canceled', { sign: '⚠️', state: 'Refund canceled' }],
  ['failed', { sign: '❌', state: 'Refund failed' }],
  ['pending', { sign: '⏳', state: 'Refund pending' }],
  ['requires_action', { sign: '⏳', state: 'Refund waits for the customer' }],
])

/** Reads a refund. The charge has the sum of all its refunds. A change of other fields than the status is not news. */
export function readRefund(body: Native, event: string): Adapted | Skipped {
  const refund = body.at('data', 'object')
  const isUpdate = event.endsWith('.updated')
  if (isUpdate && !body.at('data', 'previous_attributes', 'status').exists) return notShown(event)
  const total = money(refund.at('amount'), refund.at('currency'))
  const refunded = money(refund.at('amount_refunded'), refund.at('currency')) || total
  const status = event === 'refund.failed' ? 'failed' : refund.at('status').text
  const post = stripePost(body, event, {
    ...((event !== 'charge.refunded' && refundStates.get(status)) || { sign: '', state: 'Refunded' }),
    label: refunded,
    section: 'payments',
    id: paymentId(refund),
    rest: joined([
      refunded !== total && `of ${total}`,
      fromPerson(refund.at('billing_details'), refund.at('receipt_email')).replace(/^from/, 'to'),
    ]),
    notes: [asWords(refund.at('failure_reason').text || refund.at('reason').text)],
  })
  return { ...post, ...threadBy('payment', paymentId(refund)) }
}

const checkoutFailed: StripeState = { sign: '❌', state: 'Checkout failed' }
const checkoutUnpaid: StripeState = { sign: '⏳', state: 'Checkout' }
const checkoutDone: StripeState = { sign: '✅', state: 'Checkout' }

/** Reads a checkout that was completed, or whose payment came or failed later. */
export function readCheckout(body: Native, event: string): Adapted {
  const session = body.at('data', 'object')
  const isFailed = event === 'checkout.session.async_payment_failed'
  const isUnpaid = session.at('payment_status').text === 'unpaid'
  const [intent, subscription] = [session.at('payment_intent').text, session.at('subscription').text]
  const isSetup = session.at('mode').text === 'setup'
  const post = stripePost(body, event, {
    ...(isFailed ? checkoutFailed : isUnpaid ? checkoutUnpaid : checkoutDone),
    label: isSetup ? 'payment method saved' : money(session.at('amount_total'), session.at('currency')),
    section: intent === '' && subscription !== '' ? 'subscriptions' : 'payments',
    id: intent || subscription,
    rest: fromPerson(session.at('customer_details'), session.at('customer_email')),
    notes: [
      isUnpaid && !isFailed && 'not paid yet',
      !isSetup && intent === '' && subscription !== '' && 'subscription',
    ],
  })
  return {
    ...post,
    ...(intent === '' ? threadBy('subscription', subscription) : threadBy('payment', intent)),
  }
}

/** Returns the payment's id in the dashboard. Older integrations have charges without an intent. */
function paymentId(object: Native): string {
  return object.at('payment_intent').text || object.at('charge').text || object.at('id').text
}

function fromPerson(person: Native, email: Native): string {
  const name = person.at('name').text || person.at('email').text || email.text
  return name === '' ? '' : `from ${plain(name, 80)}`
}

const states = new Map<string, StripeState>([
  ['payout.canceled', { sign: '⚠️', state: 'Payout canceled' }],
  ['payout.created', { sign: '⏳', state: 'Payout on its way' }],
  ['payout.failed', { sign: '❌', state: 'Payout failed' }],
])

/** Reads a payout. Its post shows its newest state, and is closed once it has arrived or failed. */
export function readPayout(body: Native, event: string): Adapted {
  const payout = body.at('data', 'object')
  const arrival = stripeDay(payout.at('arrival_date'))
  const id = payout.at('id').text
  const post = stripePost(body, event, {
    ...(states.get(event) ?? { sign: '✅', state: 'Payout paid' }),
    label: money(payout.at('amount'), payout.at('currency')),
    section: 'payouts',
    id,
    notes: [event === 'payout.created' && arrival !== '' && `arrives on ${arrival}`],
    details: [
      event === 'payout.failed' &&
        quote(payout.at('failure_message').text || asWords(payout.at('failure_code').text)),
    ],
  })
  const standing = { payout: event === 'payout.failed' ? 2 : Number(event === 'payout.canceled') }
  return { ...post, ...updateBy('payout', id, event !== 'payout.created'), standing }
}

const opened = { sign: '🔥', state: 'Dispute opened' }
const closed = { sign: '', state: 'Dispute closed' }
const transfers = new Map([
  ['charge.dispute.funds_reinstated', { sign: '✅', state: 'Disputed amount returned' }],
  ['charge.dispute.funds_withdrawn', { sign: '❌', state: 'Disputed amount withdrawn' }],
])
const ends = new Map([
  ['lost', { sign: '❌', state: 'Dispute lost' }],
  ['won', { sign: '✅', state: 'Dispute won' }],
])

/** Reads a payment that the cardholder disputes. */
export function readDispute(body: Native, event: string): Adapted {
  const dispute = body.at('data', 'object')
  const isOpen = event === 'charge.dispute.created'
  const day = stripeDay(dispute.at('evidence_details', 'due_by'))
  const post = stripePost(body, event, {
    ...(isOpen ? opened : (transfers.get(event) ?? ends.get(dispute.at('status').text) ?? closed)),
    label: money(dispute.at('amount'), dispute.at('currency')),
    section: 'payments',
    id: paymentId(dispute),
    notes: [asWords(dispute.at('reason').text)],
    details: [isOpen && day !== '' && `Respond by ${day}`],
  })
  return { ...post, ...threadBy('payment', paymentId(dispute)) }
}

const warnings = new Map<string, StripeState>([
  ['review.closed', { sign: '', state: 'Review closed' }],
  ['review.opened', { sign: '🔥', state: 'Review needed' }],
])

/** Reads a warning of the card's issuer, or a review that Radar asks for. */
export function readFraudWarning(body: Native, event: string): Adapted {
  const warning = body.at('data', 'object')
  const post = stripePost(body, event, {
    ...(warnings.get(event) ?? { sign: '🔥', state: 'Fraud warning' }),
    label: 'payment',
    section: 'payments',
    id: paymentId(warning),
    notes: [asWords(warning.at('fraud_type').text || warning.at('reason').text)],
  })
  return { ...post, ...threadBy('payment', paymentId(warning)) }
}
