import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.js'

export type StateProps = {
  icon: IconName
  title: string
  children?: ReactNode
  actions?: ReactNode
  /** Whether it is the whole page, so that its title is the page's heading. */
  isPage?: boolean
}

/** What a page or a part of it shows instead of its content. */
export function State({ icon, title, children, actions, isPage }: StateProps) {
  const Heading = isPage ? 'h1' : 'h2'
  return (
    <div className="m-auto flex w-full max-w-lg flex-col items-center gap-2 px-4 py-12 text-center">
      <span className="mb-1 flex size-10 items-center justify-center rounded-lg bg-hover text-quiet">
        <Icon name={icon} className="size-5" />
      </span>
      <Heading className="text-lg font-semibold text-balance">{title}</Heading>
      {children && <div className="flex w-full flex-col gap-2 text-quiet text-balance">{children}</div>}
      {actions && <div className="mt-2 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  )
}

/** An empty state: why it is empty, and what to do next. */
export function EmptyState({ icon = 'search', ...props }: Omit<StateProps, 'icon'> & { icon?: IconName }) {
  return <State icon={icon} {...props} />
}

/** What a list shows while it loads. `what` is for screen readers. */
export function Placeholder({ what, rows }: { what: string; rows: number }) {
  const keys = Array.from({ length: rows }, (_, row) => row)
  return (
    <div className="flex animate-appear flex-col gap-5 p-4">
      <p role="status" className="sr-only">
        Loading {what}…
      </p>
      {keys.map(row => (
        <div key={row} className="flex animate-pulse-slow gap-3" aria-hidden="true">
          <span className="size-8 rounded-md bg-hover" />
          <span className="flex flex-auto flex-col gap-2">
            <span className="h-3 w-32 rounded-sm bg-hover" />
            <span className={`h-3 rounded-sm bg-hover ${row % 2 ? 'w-1/2' : 'w-3/4'}`} />
          </span>
        </div>
      ))}
    </div>
  )
}
