import type { ComponentProps } from 'react'
import { classes } from './classes.js'

/** A list of rows. `j` and `k` move between `data-row` elements. */
export function List({ className, ...props }: ComponentProps<'ul'>) {
  return <ul {...props} className={classes('divide-y divide-line', className)} />
}

/** The classes of a link that is a row. */
export const rowClasses =
  'flex items-center gap-3 px-4 py-2 hover:bg-hover focus-visible:bg-hover focus-visible:-outline-offset-2'

/** The classes of header and body cells in tables whose rows open something. */
export const headClasses = 'h-9 px-4 text-left text-sm font-medium text-quiet'
export const cellClasses = 'border-t border-line px-4 py-2'

/** The classes of a link that fills a table row. */
export const rowLinkClasses =
  'after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 ' +
  'focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent'

/** A table that scrolls by itself if it is too wide. */
export function Table({ label, className, ...props }: ComponentProps<'table'> & { label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
    <section aria-label={label} tabIndex={0} className="overflow-x-auto">
      <table
        {...props}
        className={classes(
          'w-full text-left [&_td]:border-t [&_td]:border-line [&_td]:px-4 [&_td]:py-2 [&_th]:px-4 [&_th]:py-2 [&_th]:whitespace-nowrap [&_th]:text-sm [&_th]:font-medium [&_th]:text-quiet',
          className,
        )}
      />
    </section>
  )
}
