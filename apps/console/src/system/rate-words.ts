/** So many calls in so many seconds, as the setting writes it. */
export type RateParts = { calls: string; seconds: string }

/** A rate's parts; undefined where there is no limit. */
export function rateParts(rate: string): RateParts | undefined {
  if (rate === 'off') return undefined
  const [calls = '', seconds = ''] = rate.split('/')
  return { calls, seconds }
}

const round = (value: number) =>
  value.toLocaleString(undefined, { maximumFractionDigits: value < 10 ? 1 : 0 })

/** What a rate comes to, in words; empty while it is being written. */
export function rateWords(rate: string): string {
  const parts = rateParts(rate)
  if (!parts) return 'There is no limit: whoever calls most takes what the server can do.'
  const [calls, seconds] = [Number(parts.calls), Number(parts.seconds)]
  if (!(calls > 0 && seconds > 0)) return ''
  const perSecond = calls / seconds
  const average =
    perSecond >= 1 ? `${round(perSecond)} a second` : `one every ${round(1 / perSecond)} seconds`
  return `On average ${average}; what comes beyond ${calls.toLocaleString()} is answered 429 until the ${round(seconds)} seconds are over.`
}
