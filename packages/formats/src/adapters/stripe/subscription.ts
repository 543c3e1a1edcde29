import type { Adapted, Skipped } from '../adapter.js'
import { asWords, threadBy } from '../alerts/alert.js'
import { otherFields } from '../alerts/changes.js'
import { bold, joined, quote } from '../markdown.js'
import type { Native } from '../native.js'
import { money } from './money.js'
import { type StripeState, stripeDay, stripePost } from './post.js'

const states = new Map<string, StripeState>([
  ['customer.subscription.created', { sign: '✅', state: 'New subscription' }],
  ['customer.subscription.deleted', { sign: '⚠️', state: 'Subscription ended' }],
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
  return subscriptionPost(
    body,
    event,
    states.get(event) ?? { state: 'Subscription' },
    [
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
    before.at('cancel_at_period_end').exists && ending(subscription),
    hasNewPrice(before, subscription) && 'new price',
    before.at('quantity').exists && `quantity ${fromTo(before.at('quantity'), subscription.at('quantity'))}`,
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
    notes,
    details: [details],
  })
  return { ...post, ...threadBy('subscription', id) }
}

function ending(subscription: Native): string {
  const cancelAt = subscription.at('cancel_at')
  const periodEnd = subscription.at('items', 'data', '0', 'current_period_end')
  const day = stripeDay(cancelAt.exists ? cancelAt : periodEnd)
  if (!subscription.at('cancel_at_period_end').isTrue) return 'no longer ends'
  return joined(['ends', day !== '' && `on ${bold(day)}`])
}

function hasNewPrice(before: Native, subscription: Native): boolean {
  const old = before.at('items', 'data', '0', 'price', 'id').text
  return old !== '' && old !== subscription.at('items', 'data', '0', 'price', 'id').text
}

function fromTo(before: Native, after: Native): string {
  return `${asWords(before.text)} → ${bold(asWords(after.text) || 'unknown')}`
}

/** Returns `3 × 121.00 USD per month`. */
function priceOf(subscription: Native): string {
  const item = subscription.at('items', 'data', '0')
  const price = item.at('price')
  const amount = money(price.at('unit_amount'), price.at('currency'))
  const interval = price.at('recurring', 'interval').text
  const quantity = item.at('quantity').number ?? 1
  if (amount === '') return price.at('nickname').text
  return joined([quantity !== 1 && `${quantity} ×`, amount, interval !== '' && `per ${interval}`])
}
