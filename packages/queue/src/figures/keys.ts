export const minuteMs = 60_000

/** When the minute of a moment began. */
export const minuteOf = (timeMs: number) => Math.floor(timeMs / minuteMs) * minuteMs

/** A hash of process → what it counted in that minute, as JSON. */
export const keyOfMinute = (prefix: string, minute: number) => `${prefix}:figures:${minute}`

/** A sorted set of the minutes that are not rolled up for good, by when a process last told of them. */
export const untoldMinutes = (prefix: string) => `${prefix}:figures`

/** As long as minutes wait for a worker that rolls them up. */
export const keptSeconds = 25 * 3600
