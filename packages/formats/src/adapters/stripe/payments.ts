import type { Adapted, Skipped } from '../adapter.js'
import { asWords, capitalized, threadBy, updateBy } from '../alerts/alert.js'
import { notShown } from '../forges/events.js'
import { joined, plain, quote } from '../markdown.js'
import type { Native } from '../native.js'
import { money, type StripeState, stripeDay, stripePost } from './post.js'

/** Reads a charge or a payment intent. They have one thread, together with refunds and disputes. */
export function readPayment(body: Native, event: string): Adapted {
  const payment = body.at('data', 'object')
  const error = payment.at('last_payment_error')
  const isFailed = event.endsWith('failed')
  const method = error.at('payment_method').exists ? error.at('payment_method') : payment
  const reason = payment.at('failure_message').text || error.at('message').text
  const post = stripePost(body, event, {
    sign: isFailed ? '❌' : '✅',
    state: isFailed ? 'Payment failed' : 'Payment',
    label: money(payment.at('amount'), payment.at('currency')),
    section: 'payments',
    id: paymentId(payment),
    rest: fromPerson(method.at('billing_details'), payment.at('receipt_email')),
    details: [isFailed && quote(reason), quote(payment.at('description').text, 200)],
  })
  return { ...post, ...threadBy('payment', paymentId(payment)) }
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

/** Reads a checkout that was completed, or whose payment came or failed later. */
export function readCheckout(body: Native, event: string): Adapted {
  const session = body.at('data', 'object')
  const isFailed = event === 'checkout.session.async_payment_failed'
  const isUnpaid = session.at('payment_status').text === 'unpaid'
  const id = session.at('payment_intent').text
  const post = stripePost(body, event, {
    sign: isFailed ? '❌' : '✅',
    state: isFailed ? 'Checkout failed' : 'Checkout',
    label: money(session.at('amount_total'), session.at('currency')),
    section: 'payments',
    id,
    rest: fromPerson(session.at('customer_details'), session.at('customer_email')),
    notes: [isUnpaid && !isFailed && 'not paid yet'],
  })
  return { ...post, ...threadBy('payment', id) }
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
    details: [event === 'payout.failed' && quote(payout.at('failure_message').text)],
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

/** Reads any other failure: of a top-up, a transfer, a report. */
export function readFailure(body: Native, event: string): Adapted {
  const object = body.at('data', 'object')
  const name = asWords(event.replace(/[._]failed$/, '').replaceAll('.', ' '))
  const reason = object.at('failure_message').text || object.at('last_setup_error', 'message').text
  return stripePost(body, event, {
    sign: '❌',
    state: `${capitalized(name)} failed`,
    label: money(object.at('amount'), object.at('currency')) || object.at('id').text,
    section: '',
    id: object.at('id').text,
    details: [quote(reason || object.at('error').text)],
  })
}

/** Reads an app that was given or lost access to an account. */
export function readAccount(body: Native, event: string): Adapted {
  const isLost = event.endsWith('.deauthorized')
  const app = body.at('data', 'object')
  return stripePost(body, event, {
    sign: isLost ? '⚠️' : '',
    state: isLost ? 'Access of an app revoked' : 'Access of an app granted',
    label: app.at('name').text || app.at('id').text,
    section: '',
    id: '',
  })
}
