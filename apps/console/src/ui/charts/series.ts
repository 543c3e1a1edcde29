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

/** Classes for links of which one is current (`aria-current`); smaller than tabs. */
export const segmentClasses =
  'flex h-7 items-center rounded-md px-2.5 text-sm font-medium text-quiet hover:bg-hover hover:text-text pointer-coarse:h-10 ' +
  'aria-[current=page]:bg-pressed aria-[current=page]:text-text'

/** Props for such links, which set aria-current themselves, because the router would compare the whole URL. */
export const notByAddress = { activeProps: {}, activeOptions: { exact: true, includeSearch: true } } as const
