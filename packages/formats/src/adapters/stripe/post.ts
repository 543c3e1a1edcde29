import type { Adapted } from '../adapter.js'
import { alertLine, utcTime } from '../alerts/alert.js'
import { joined, link } from '../markdown.js'
import type { Native } from '../native.js'

/** A sign, and our own words: `Payment failed`. */
export type StripeState = { sign?: string; state: string }

type StripeLine = StripeState & {
  /** What the link shows: an amount or a name. */
  label: string
  /** The page of the dashboard: its section and the object's id. */
  section: string
  id: string
  /** Our own words, with escaped names: `from Ana Souza`. */
  rest?: string
  notes?: (string | false)[]
  details?: (string | false)[]
}

/** Returns a post about one object: `✅ **Payment:** [49.00 EUR](…) from Ana Souza`. */
export function stripePost(body: Native, event: string, line: StripeLine): Adapted {
  const { sign, state, label, section, id, rest, notes = [], details = [] } = line
  const isTest = body.at('livemode').text === 'false'
  const item = joined([link(label || id || section, dashboardPage(body, section, id)), rest])
  const first = alertLine({ sign, state, item, notes: [...notes, isTest && 'test mode'] })
  return { event, text: joined([first, ...details], '\n') }
}

/** Events of connected accounts have their account in the address. */
export function dashboardPage(body: Native, section: string, id: string): string {
  if (section === '' || !/^\w{1,255}$/.test(id)) return ''
  const account = body.at('account').text
  const mode = body.at('livemode').text === 'false' ? 'test' : ''
  const parts = [/^acct_\w{1,100}$/.test(account) ? account : '', mode, section, id]
  return `https://dashboard.stripe.com/${joined(parts, '/')}`
}

/** Returns a date from Stripe's seconds, without its time. */
export function stripeDay({ number }: Native): string {
  return number === undefined ? '' : utcTime(number * 1000).slice(0, 10)
}

/** https://docs.stripe.com/currencies: currencies whose amounts are not in hundredths. */
const withoutDecimals = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))
const withThreeDecimals = new Set('BHD JOD KWD OMR TND'.split(' '))
const maxAmount = 1e14

/** Returns an amount as `1,234.50 EUR`, from the currency's smallest unit. */
export function money(amount: Native, currency: Native): string {
  const code = currency.text.toUpperCase()
  const units = amount.number
  if (units === undefined || Math.abs(units) > maxAmount || !/^[A-Z]{3}$/.test(code)) return ''
  const digits = decimals(code)
  const format = new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return `${format.format(units / 10 ** digits)} ${code}`
}

function decimals(currency: string): number {
  if (withoutDecimals.has(currency)) return 0
  return withThreeDecimals.has(currency) ? 3 : 2
}
