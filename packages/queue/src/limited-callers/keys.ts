const hourMs = 3_600_000

/** How many hours are reported: this one and those before it. */
export const limitedCallersHours = 24

/** Whole hours since 1970. */
export const hourOf = (timeMs: number) => Math.floor(timeMs / hourMs)

/** When an hour began. */
export const hourBeganMs = (hour: number) => hour * hourMs

/** A sorted set of `kind id` by calls. */
export const keyOfHour = (prefix: string, hour: number) => `${prefix}:limited:${hour}`
