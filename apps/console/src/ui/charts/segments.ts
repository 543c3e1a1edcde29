/** For links beside each other of which one holds (`aria-current`): smaller than tabs, below which they may stand. */
export const segmentClasses =
  'flex h-7 items-center rounded-md px-2.5 text-sm font-medium text-quiet hover:bg-hover hover:text-text pointer-coarse:h-10 ' +
  'aria-[current=page]:bg-pressed aria-[current=page]:text-text'
