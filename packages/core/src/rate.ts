/** Calls per number of seconds, or no limit. */
export type Rate = { points: number; seconds: number } | 'off'

const form = /^(off|[1-9]\d{0,8}\/[1-9]\d{0,4})$/

/** Parses a rate such as `6000/60`, or `off`. Returns undefined if it is invalid. */
export function parseRate(text: string): Rate | undefined {
  if (!form.test(text)) return undefined
  const [points = 0, seconds = 0] = text.split('/').map(Number)
  return text === 'off' ? 'off' : { points, seconds }
}

export function rateText(rate: Rate): string {
  return rate === 'off' ? rate : `${rate.points}/${rate.seconds}`
}
