import type { Adapted } from '../adapter.js'
import { asWords, threadBy } from '../alerts/alert.js'
import type { Native } from '../native.js'
import { money } from './money.js'
import { paymentId } from './payments.js'
import { stripeDay, stripePost } from './post.js'

const opened = { sign: '🔥', state: 'Dispute opened' }
const closed = { sign: '', state: 'Dispute closed' }
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
    ...(isOpen ? opened : (ends.get(dispute.at('status').text) ?? closed)),
    label: money(dispute.at('amount'), dispute.at('currency')),
    section: 'payments',
    id: paymentId(dispute),
    notes: [asWords(dispute.at('reason').text)],
    details: [isOpen && day !== '' && `Respond by ${day}`],
  })
  return { ...post, ...threadBy('payment', paymentId(dispute)) }
}

/** Reads a warning of the card's issuer, or a review that Radar asks for. */
export function readFraudWarning(body: Native, event: string): Adapted {
  const warning = body.at('data', 'object')
  const post = stripePost(body, event, {
    sign: '🔥',
    state: event === 'review.opened' ? 'Review needed' : 'Fraud warning',
    label: 'payment',
    section: 'payments',
    id: paymentId(warning),
    notes: [asWords(warning.at('fraud_type').text || warning.at('reason').text)],
  })
  return { ...post, ...threadBy('payment', paymentId(warning)) }
}
