import type { Adapted } from '../adapter.js'
import { threadBy } from '../alerts/alert.js'
import { count, joined, plain, quote } from '../markdown.js'
import type { Native } from '../native.js'
import { money } from './money.js'
import { type StripeState, stripeDay, stripePost } from './post.js'

const states = new Map<string, StripeState>([
  ['invoice.finalization_failed', { sign: '❌', state: 'Invoice could not be finalized' }],
  ['invoice.marked_uncollectible', { sign: '⚠️', state: 'Invoice uncollectible' }],
  ['invoice.overdue', { sign: '⚠️', state: 'Invoice overdue' }],
  ['invoice.payment_action_required', { sign: '⚠️', state: 'Invoice waits for the customer' }],
  ['invoice.payment_failed', { sign: '❌', state: 'Invoice not paid' }],
])
const paid: StripeState = { sign: '✅', state: 'Invoice paid' }

/** Reads an invoice. */
export function readInvoice(body: Native, event: string): Adapted {
  const invoice = body.at('data', 'object')
  const state = states.get(event) ?? paid
  const customer = plain(invoice.at('customer_name').text || invoice.at('customer_email').text, 80)
  const id = invoice.at('id').text
  const post = stripePost(body, event, {
    ...state,
    label: money(invoice.at(state === paid ? 'amount_paid' : 'amount_due'), invoice.at('currency')),
    section: 'invoices',
    id,
    rest: joined([plain(invoice.at('number').text, 60), customer !== '' && `from ${customer}`]),
    details: [
      event === 'invoice.payment_failed' && attempts(invoice),
      quote(invoice.at('last_finalization_error', 'message').text),
    ],
  })
  return { ...post, ...threadBy('invoice', id) }
}

function attempts(invoice: Native): string {
  const made = invoice.at('attempt_count').number ?? 0
  const next = stripeDay(invoice.at('next_payment_attempt'))
  const failed = made > 0 && `${count(made, 'attempt')} failed`
  return joined([failed, next !== '' && `next attempt on ${next}`], ' · ')
}

/** Reads a new customer, or one that was deleted. */
export function readCustomer(body: Native, event: string): Adapted {
  const customer = body.at('data', 'object')
  const name = customer.at('name').text
  const email = customer.at('email').text
  const id = customer.at('id').text
  const post = stripePost(body, event, {
    state: event === 'customer.created' ? 'New customer' : 'Customer deleted',
    label: name || email,
    section: 'customers',
    id,
    notes: [name !== '' && plain(email, 80)],
  })
  return { ...post, ...threadBy('customer', id) }
}
