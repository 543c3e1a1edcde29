/** A named line of values; null where there is none. */
export type Series = { name: string; color: SeriesColor; values: (number | null)[] }

/** Line colours that can be distinguished in both themes. */
export const seriesColors = {
  accent: 'text-accent',
  good: 'text-good',
  warn: 'text-warn',
  bad: 'text-bad',
  quiet: 'text-quiet',
} as const

export type SeriesColor = keyof typeof seriesColors
