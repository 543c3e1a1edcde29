export const daySeconds = 86_400

/** A day in UTC, as `2026-11-21`. */
export function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10)
}

/** A hash of cause → calls. */
export const keyOf = (prefix: string, hookId: string, day: string) => `${prefix}:refused:${hookId}:${day}`

/** A list of the JSON of the last calls that had no text, the newest first. */
export const samplesKeyOf = (prefix: string, hookId: string) => `${prefix}:refused:${hookId}:samples`

/** A sorted set of the lists of samples, of one owner or of all, by the time of their last one. */
export const sampledKeyOf = (prefix: string, ownerId = 'all') => `${prefix}:refused:sampled:${ownerId}`

/** A list of the last rejections, as JSON, the newest first. */
export const lastKeyOf = (prefix: string, hookId: string) => `${prefix}:refused:${hookId}:last`
