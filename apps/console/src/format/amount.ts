import { formatNumber, locale } from './locale.js'

const counts = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
const digits = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
const shares = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })

/** Formats a count, abbreviated if large. */
export function formatCount(count: number): string {
  return counts.format(count)
}

/** Replies that the server counts. */
const maxCountedReplies = 1000

/** Formats a count with its noun, in the singular or the plural. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`
}

/** Formats the number of a post's replies. */
export function countReplies(count: number): string {
  if (count >= maxCountedReplies) return `${formatNumber(count)}+ replies`
  return countOf(count, 'reply', 'replies')
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
  return shares.format(share)
}

const units = ['B', 'KB', 'MB', 'GB']

/** Formats the size of a file in its largest suitable unit. */
export function formatBytes(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return `${digits.format(bytes / 1000 ** power)} ${units[power]}`
}

export function formatMegabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`
}
