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
  lastUsed: { col: 'w-36 hidden @3xl:table-column', cell: 'hidden @3xl:table-cell', until: '@3xl:hidden' },
} as const
