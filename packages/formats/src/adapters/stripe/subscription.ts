import type { Adapted, Skipped } from '../adapter.js'
import { asWords, otherFields, threadBy } from '../alerts/alert.js'
import { bold, count, joined, link, plain, quote } from '../markdown.js'
import type { Native } from '../native.js'
import { dashboardPage, money, type StripeState, stripeDay, stripePost } from './post.js'

const states = new Map<string, StripeState>([
  ['customer.subscription.created', { sign: '✅', state: 'New subscription' }],
  ['customer.subscription.deleted', { sign: '⚠️', state: 'Subscription canceled' }],
  ['customer.subscription.paused', { sign: '⚠️', state: 'Subscription paused' }],
  ['customer.subscription.resumed', { sign: '✅', state: 'Subscription resumed' }],
  ['customer.subscription.trial_will_end', { sign: '⏳', state: 'Trial ends soon' }],
])

/** Reads a subscription that began, ended, or will end. */
export function readSubscription(body: Native, event: string): Adapted {
  const subscription = body.at('data', 'object')
  const reason = subscription.at('cancellation_details')
  const isEnd = event === 'customer.subscription.deleted'
  const trialEnd = stripeDay(subscription.at('trial_end'))
  const isNew = event === 'customer.subscription.created'
  const status = subscription.at('status').text
  const isWaiting = isNew && status !== 'active' && status !== 'trialing'
  const state = states.get(event) ?? { state: 'Subscription' }
  return subscriptionPost(
    body,
    event,
    isWaiting ? { ...state, sign: '⏳' } : state,
    [
      isWaiting && (status === 'incomplete' ? 'not paid yet' : asWords(status)),
      isNew && status === 'trialing' && joined(['trial', trialEnd !== '' && `until ${trialEnd}`]),
      event.endsWith('trial_will_end') && trialEnd !== '' && `on ${trialEnd}`,
      isEnd && asWords(reason.at('reason').text),
    ],
    isEnd ? quote(reason.at('comment').text) : '',
  )
}

/** Reads a changed subscription, if its status, end, price or quantity changed. */
export function readSubscriptionChange(body: Native, event: string): Adapted | Skipped {
  const subscription = body.at('data', 'object')
  const before = body.at('data', 'previous_attributes')
  const changes = [
    before.at('status').exists && `status ${fromTo(before.at('status'), subscription.at('status'))}`,
    (isChanged(before, 'cancel_at_period_end') || isChanged(before, 'cancel_at')) && ending(subscription),
    isChanged(before, 'pause_collection') &&
      (subscription.at('pause_collection').exists ? bold('collection paused') : 'collection resumed'),
    hasNewPrice(before, subscription) && 'new price',
    before.at('quantity').exists && `quantity ${fromTo(before.at('quantity'), quantityOf(subscription))}`,
  ].filter(change => change !== false)
  if (changes.length === 0)
    return otherFields(
      event,
      before.entries.map(([field]) => field),
    )
  const isUnpaid = /^(?:past_due|unpaid)$/.test(subscription.at('status').text)
  const state = { sign: isUnpaid ? '⚠️' : '', state: 'Subscription changed' }
  return subscriptionPost(body, event, state, changes)
}

function subscriptionPost(
  body: Native,
  event: string,
  state: StripeState,
  notes: (string | false)[],
  details = '',
): Adapted {
  const subscription = body.at('data', 'object')
  const id = subscription.at('id').text
  const label = priceOf(subscription)
  const post = stripePost(body, event, {
    ...state,
    label,
    section: 'subscriptions',
    id,
    rest: ofCustomer(body, subscription),
    notes,
    details: [details],
  })
  return { ...post, ...threadBy('subscription', id) }
}

/** Subscriptions have only the id of their customer. */
function ofCustomer(body: Native, subscription: Native): string {
  const id = subscription.at('customer').text
  return id === '' ? '' : `of ${link(id, dashboardPage(body, 'customers', id))}`
}

/** Whether a field changed. One that was null before is in the event as null. */
function isChanged(before: Native, field: string): boolean {
  return before.entries.some(([name]) => name === field)
}

/** Newer versions of the API have quantities only in the items. */
function quantityOf(subscription: Native): Native {
  const own = subscription.at('quantity')
  return own.exists ? own : subscription.at('items', 'data', '0', 'quantity')
}

function ending(subscription: Native): string {
  const cancelAt = subscription.at('cancel_at')
  const periodEnd = subscription.at('items', 'data', '0', 'current_period_end')
  const day = stripeDay(cancelAt.exists ? cancelAt : periodEnd)
  if (!subscription.at('cancel_at_period_end').isTrue && !cancelAt.exists) return 'no longer ends'
  return joined(['ends', day !== '' && `on ${bold(day)}`])
}

function hasNewPrice(before: Native, subscription: Native): boolean {
  const old = before.at('items', 'data', '0', 'price', 'id').text
  return old !== '' && old !== subscription.at('items', 'data', '0', 'price', 'id').text
}

function fromTo(before: Native, after: Native): string {
  return `${asWords(before.text)} → ${bold(asWords(after.text) || 'unknown')}`
}

/** The most prices of a subscription that a post shows. */
const maxPrices = 3

/** Returns `3 × 121.00 USD per month + 10.00 USD per month`. */
function priceOf(subscription: Native): string {
  const items = subscription.at('items', 'data')
  const prices = items.items.slice(0, maxPrices).map(itemPrice)
  const hidden = items.length - prices.length
  return joined([...prices, hidden > 0 && `${hidden} more`], ' + ')
}

/** Older versions of the API call a price a plan. */
function itemPrice(item: Native): string {
  const price = item.at('price').exists ? item.at('price') : item.at('plan')
  const amount = money(
    price.at(price.at('unit_amount').exists ? 'unit_amount' : 'amount'),
    price.at('currency'),
  )
  const period = price.at('recurring').exists ? price.at('recurring') : price
  const interval = period.at('interval').text
  const every = period.at('interval_count').number ?? 1
  const quantity = item.at('quantity').number ?? 1
  if (amount === '') return price.at('nickname').text
  const rhythm = every === 1 ? `per ${interval}` : `every ${every} ${interval}s`
  return joined([quantity !== 1 && `${quantity} ×`, amount, interval !== '' && rhythm])
}

const billingStates = new Map<string, StripeState>([
  ['invoice.finalization_failed', { sign: '❌', state: 'Invoice could not be finalized' }],
  ['invoice.marked_uncollectible', { sign: '⚠️', state: 'Invoice uncollectible' }],
  ['invoice.overdue', { sign: '⚠️', state: 'Invoice overdue' }],
  ['invoice.payment_action_required', { sign: '⚠️', state: 'Invoice waits for the customer' }],
  ['invoice.payment_failed', { sign: '❌', state: 'Invoice not paid' }],
  ['invoice.voided', { sign: '', state: 'Invoice voided' }],
])
const paid: StripeState = { sign: '✅', state: 'Invoice paid' }

/** Reads an invoice. */
export function readInvoice(body: Native, event: string): Adapted {
  const invoice = body.at('data', 'object')
  const state = billingStates.get(event) ?? paid
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
