import type { Adapted } from '../adapter.js'
import { asWords, threadBy } from '../alerts/alert.js'
import { plain, quote } from '../markdown.js'
import type { Native } from '../native.js'
import { money } from './money.js'
import { stripePost } from './post.js'

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

/** Reads a refund. The charge has the sum of all its refunds. */
export function readRefund(body: Native, event: string): Adapted {
  const refund = body.at('data', 'object')
  const isFailed = event === 'refund.failed'
  const total = money(refund.at('amount'), refund.at('currency'))
  const refunded = money(refund.at('amount_refunded'), refund.at('currency')) || total
  const post = stripePost(body, event, {
    sign: isFailed ? '❌' : '',
    state: isFailed ? 'Refund failed' : 'Refunded',
    label: refunded,
    section: 'payments',
    id: paymentId(refund),
    rest: refunded === total ? '' : `of ${total}`,
    notes: [asWords(refund.at('failure_reason').text)],
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
export function paymentId(object: Native): string {
  return object.at('payment_intent').text || object.at('charge').text || object.at('id').text
}

function fromPerson(person: Native, email: Native): string {
  const name = person.at('name').text || person.at('email').text || email.text
  return name === '' ? '' : `from ${plain(name, 80)}`
}
