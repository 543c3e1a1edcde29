import type { ReactNode } from 'react'

/** Tabs that are links (`aria-current`), so that the URL stores the open one. */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className="flex shrink-0 flex-wrap gap-x-4 border-b border-line px-4">
      {children}
    </nav>
  )
}

/** The classes of a router link in Tabs. */
export const tabClasses =
  'flex h-9 items-center gap-2 border-b-2 border-transparent font-medium whitespace-nowrap text-quiet ' +
  'hover:text-text aria-[current=page]:border-accent aria-[current=page]:text-text ' +
  'forced-colors:border-[Canvas] forced-colors:aria-[current=page]:border-[Highlight]'
