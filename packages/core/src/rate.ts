/** So many calls in so many seconds, or no limit. */
export type Rate = { points: number; seconds: number } | 'off'

const form = /^(off|[1-9]\d{0,8}\/[1-9]\d{0,4})$/

/** A rate as people write it: `6000/60`, or `off`. Undefined when it is none. */
export function parseRate(text: string): Rate | undefined {
  if (!form.test(text)) return undefined
  const [points = 0, seconds = 0] = text.split('/').map(Number)
  return text === 'off' ? 'off' : { points, seconds }
}

export function rateText(rate: Rate): string {
  return rate === 'off' ? rate : `${rate.points}/${rate.seconds}`
}
