import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'

/** Tabs that are links (`aria-current`), so that the URL stores the open one. */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  const ref = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls the open tab into view
  useEffect(() => {
    const open = ref.current?.querySelector('[aria-current=page]')
    open?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [pathname])
  return (
    <nav
      ref={ref}
      aria-label={label}
      className="flex shrink-0 gap-4 overflow-x-auto border-b border-line px-4 max-sm:gap-2.5"
    >
      {children}
    </nav>
  )
}

/** The classes of a router link in Tabs. */
export const tabClasses =
  'flex h-9 items-center gap-2 border-b-2 border-transparent font-medium whitespace-nowrap text-quiet ' +
  'hover:text-text aria-[current=page]:border-accent aria-[current=page]:text-text ' +
  'forced-colors:border-[Canvas] forced-colors:aria-[current=page]:border-[Highlight]'
