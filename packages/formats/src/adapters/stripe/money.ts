import type { Native } from '../native.js'

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
