const counts = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 })
const digits = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 })

/** Formats a count, abbreviated if large. */
export function formatCount(count: number): string {
  return counts.format(count)
}

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** Formats a duration in its largest suitable unit. */
export function formatDuration(ms: number): string {
  if (ms < secondMs) return `${digits.format(ms)} ms`
  if (ms < minuteMs) return `${digits.format(ms / secondMs)} s`
  if (ms < hourMs) return `${digits.format(ms / minuteMs)} min`
  return `${digits.format(ms / hourMs)} h`
}

/** Formats a ratio as a percentage. */
export function formatShare(share: number): string {
  return `${digits.format(share * 100)} %`
}

export function formatMegabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`
}
