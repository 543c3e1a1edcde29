import type { ComponentProps } from 'react'
import { classes } from './classes.js'

/** Rows under each other, each with a line below. `j` and `k` move between what has `data-row` in it. */
export function List({ className, ...props }: ComponentProps<'ul'>) {
  return <ul {...props} className={classes('divide-y divide-line', className)} />
}

/** For a link that is a row of a list. */
export const rowClasses =
  'flex items-center gap-3 px-4 py-2 hover:bg-hover focus-visible:bg-hover focus-visible:-outline-offset-2'

/** For the heads and the cells of a table whose rows open something. */
export const headClasses = 'h-9 px-4 text-left text-sm font-medium text-quiet'
export const cellClasses = 'border-t border-line px-4 py-2'

/** For a link in a row of a table, which it takes all of. */
export const rowLinkClasses =
  'after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 ' +
  'focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent'

/** Columns under heads. Where it does not fit, it scrolls by itself. */
export function Table({ label, className, ...props }: ComponentProps<'table'> & { label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
    <section aria-label={label} tabIndex={0} className="overflow-x-auto">
      <table
        {...props}
        className={classes(
          'w-full text-left [&_td]:border-t [&_td]:border-line [&_td]:px-4 [&_td]:py-2 [&_th]:px-4 [&_th]:py-2 [&_th]:text-sm [&_th]:font-medium [&_th]:text-quiet',
          className,
        )}
      />
    </section>
  )
}
