/** Classes for links of which one is current (`aria-current`); smaller than tabs. */
export const segmentClasses =
  'flex h-7 items-center rounded-md px-2.5 text-sm font-medium text-quiet hover:bg-hover hover:text-text pointer-coarse:h-10 ' +
  'aria-[current=page]:bg-pressed aria-[current=page]:text-text'

/** Props for such links, which set aria-current themselves, because the router would compare the whole URL. */
export const notByAddress = { activeProps: {}, activeOptions: { exact: true, includeSearch: true } } as const
