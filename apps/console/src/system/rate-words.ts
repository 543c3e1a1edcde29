import { formatNumber, locale } from '../format/locale.js'

/** Formats a rate as the setting stores it. */
export type RateParts = { calls: string; seconds: string }

/** Parses a rate; undefined if there is no limit. */
export function rateParts(rate: string): RateParts | undefined {
  if (rate === 'off') return undefined
  const [calls = '', seconds = ''] = rate.split('/')
  return { calls, seconds }
}

const round = (value: number) => value.toLocaleString(locale, { maximumFractionDigits: value < 10 ? 1 : 0 })

/** Explains a rate; empty while it is incomplete. */
export function rateWords(rate: string): string {
  const parts = rateParts(rate)
  if (!parts) return 'No limit. One caller can use the whole server.'
  const [calls, seconds] = [Number(parts.calls), Number(parts.seconds)]
  if (!(calls > 0 && seconds > 0)) return ''
  const perSecond = calls / seconds
  const average =
    perSecond >= 1 ? `${round(perSecond)} per second` : `one every ${round(1 / perSecond)} seconds`
  const allowed = calls === 1 ? 'one call' : `${formatNumber(calls)} calls`
  return `On average, ${average}. After ${allowed}, further ones get 429 until the ${round(seconds)} seconds are over.`
}
