export const minuteMs = 60_000

/** Returns when the minute of a moment began. */
export const minuteOf = (timeMs: number) => Math.floor(timeMs / minuteMs) * minuteMs

/** A hash of process → its counts of that minute, as JSON. */
export const keyOfMinute = (prefix: string, minute: number) => `${prefix}:figures:${minute}`

/**
 * A sorted set of minutes that are not yet final in Postgres, by the last time that a process reported them.
 */
export const unsettledMinutesKey = (prefix: string) => `${prefix}:figures`

/** How long minutes wait for a worker that rolls them up. */
export const keptSeconds = 25 * 3600
