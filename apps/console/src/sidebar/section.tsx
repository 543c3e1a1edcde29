import type { ReactNode } from 'react'

/** A section of the sidebar. */
export function Section({
  title,
  action,
  children,
}: {
  title: string
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <section aria-label={title}>
      <div className="flex h-7 items-center justify-between pr-1 pl-2 text-quiet">
        <h2 className="text-sm font-medium">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  )
}

/** The classes of a link in the sidebar. */
export const itemClasses =
  'flex h-7 items-center gap-2 rounded-md px-2 text-quiet hover:bg-hover hover:text-text focus-visible:outline-offset-0 ' +
  'aria-[current=page]:bg-pressed aria-[current=page]:text-text pointer-coarse:h-10'
