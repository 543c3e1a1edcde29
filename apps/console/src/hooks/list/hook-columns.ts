/**
 * The columns after the title: their width, and the width of the list from which on they appear. Until then, HookRow stacks
 * their content below the title. Written out, because Tailwind looks for whole class names.
 */
export const columns = {
  team: { col: 'w-40 hidden @5xl:table-column', cell: 'hidden @5xl:table-cell', until: '@5xl:hidden' },
  channel: {
    col: 'w-40 @5xl:w-48 hidden @3xl:table-column',
    cell: 'hidden @3xl:table-cell',
    until: '@3xl:hidden',
  },
  creator: { col: 'w-32 hidden @6xl:table-column', cell: 'hidden @6xl:table-cell', until: '@6xl:hidden' },
  count: { col: 'w-24 hidden @lg:table-column', cell: 'hidden @lg:table-cell', until: '@lg:hidden' },
  day: { col: 'w-32 hidden @4xl:table-column', cell: 'hidden @4xl:table-cell', until: '@4xl:hidden' },
  dayOfAll: { col: 'w-32 hidden @7xl:table-column', cell: 'hidden @7xl:table-cell', until: '@7xl:hidden' },
  lastUsed: { col: 'w-36 hidden @3xl:table-column', cell: 'hidden @3xl:table-cell', until: '@3xl:hidden' },
} as const

/** The column of the last day has room later in lists that have a column for teams. */
export function dayColumn(ofAllTeams: boolean): 'day' | 'dayOfAll' {
  return ofAllTeams ? 'dayOfAll' : 'day'
}
