/** Values over time with their name; null where there is none. */
export type Series = { name: string; color: SeriesColor; values: (number | null)[] }

/** A line of each colour, told apart in both themes. */
export const seriesColors = {
  accent: 'text-accent',
  good: 'text-good',
  warn: 'text-warn',
  bad: 'text-bad',
  quiet: 'text-quiet',
} as const

export type SeriesColor = keyof typeof seriesColors
