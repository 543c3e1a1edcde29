import type { Adapted, Skipped } from '../adapter.js'
import { asWords, capitalized, listOnLine, otherFields } from '../alerts/alert.js'
import { joined, plain, quote } from '../markdown.js'
import type { Native } from '../native.js'
import { money, type StripeState, stripePost } from './post.js'

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

const bankStates = new Map<string, StripeState>([
  ['account.external_account.created', { sign: '⚠️', state: 'Payout account added' }],
  ['account.external_account.deleted', { sign: '⚠️', state: 'Payout account removed' }],
  ['account.external_account.updated', { sign: '⚠️', state: 'Payout account changed' }],
])

/** Reads a bank account or a card to which payouts go. */
export function readPayoutAccount(body: Native, event: string): Adapted {
  const bank = body.at('data', 'object')
  const { text: last } = bank.at('last4')
  const name = joined([bank.at('bank_name').text || bank.at('brand').text, last && `…${last}`])
  return stripePost(body, event, {
    ...(bankStates.get(event) ?? { state: 'Payout account' }),
    label: name || bank.at('id').text,
    section: '',
    id: '',
    notes: [plain(body.at('account').text, 60)],
  })
}

/** Reads a changed account, if it may now take charges or get payouts, or no longer may. */
export function readAccountChange(body: Native, event: string): Adapted | Skipped {
  const account = body.at('data', 'object')
  const before = body.at('data', 'previous_attributes')
  const switched = ['charges', 'payouts'].filter(name => before.at(`${name}_enabled`).exists)
  if (switched.length === 0)
    return otherFields(
      event,
      before.entries.map(([field]) => field),
    )
  const isOff = switched.some(name => !account.at(`${name}_enabled`).isTrue)
  const changes = switched.map(
    name => `${name} turned ${account.at(`${name}_enabled`).isTrue ? 'on' : 'off'}`,
  )
  return stripePost(body, event, {
    sign: isOff ? '❌' : '✅',
    state: isOff ? 'Account restricted' : 'Account enabled',
    label: account.at('business_profile', 'name').text || account.at('id').text,
    section: '',
    id: '',
    notes: [listOnLine(changes), asWords(account.at('requirements', 'disabled_reason').text)],
  })
}

/** What happened to money, and the field with its amount. */
const moves = new Map<string, StripeState & { amount: string }>([
  ['application_fee.refunded', { sign: '', state: 'Fee refunded', amount: 'amount_refunded' }],
  ['credit_note.created', { sign: '', state: 'Credit note', amount: 'amount' }],
  ['topup.canceled', { sign: '⚠️', state: 'Top-up canceled', amount: 'amount' }],
  ['topup.reversed', { sign: '❌', state: 'Top-up reversed', amount: 'amount' }],
  ['topup.succeeded', { sign: '✅', state: 'Top-up', amount: 'amount' }],
  ['transfer.reversed', { sign: '⚠️', state: 'Transfer reversed', amount: 'amount_reversed' }],
])

/** Reads a move of money that is neither a payment nor a payout. */
export function readMove(body: Native, event: string): Adapted {
  const object = body.at('data', 'object')
  const { amount = 'amount', ...state } = moves.get(event) ?? { state: capitalized(asWords(event)) }
  const invoice = object.at('invoice').text
  return stripePost(body, event, {
    ...state,
    label: money(object.at(amount), object.at('currency')) || object.at('id').text,
    section: invoice === '' ? '' : 'invoices',
    id: invoice,
    notes: [
      asWords(object.at('reason').text),
      plain(object.at('number').text || object.at('destination').text, 60),
    ],
    details: [quote(object.at('memo').text || object.at('description').text, 200)],
  })
}
