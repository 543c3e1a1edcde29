import type { Adapted } from '../adapter.js'
import { updateBy } from '../alerts/alert.js'
import { quote } from '../markdown.js'
import type { Native } from '../native.js'
import { money } from './money.js'
import { type StripeState, stripeDay, stripePost } from './post.js'

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
  return { ...post, ...updateBy('payout', id, event !== 'payout.created') }
}
