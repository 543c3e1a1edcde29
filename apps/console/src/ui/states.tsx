import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { messageOf } from '../data/client/errors.js'
import { retryFailing, useLastingFailure } from '../data/client/failures.js'
import { Button } from './button.js'
import { Icon, type IconName } from './icon.js'

type StateProps = {
  icon: IconName
  title: string
  children?: ReactNode
  actions?: ReactNode
  /** Whether it is the whole page, so that its title is the page's heading. */
  isPage?: boolean
}

function State({ icon, title, children, actions, isPage }: StateProps) {
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

type ErrorStateProps = { error: unknown; onRetry?: () => void; actions?: ReactNode } & Pick<
  StateProps,
  'isPage'
>

/** An error with the server's message, and a retry button. */
export function ErrorState({ error, onRetry, actions, isPage }: ErrorStateProps) {
  const { title, detail } = messageOf(error)
  return (
    <div role="alert" className="flex flex-auto">
      <State
        {...(isPage && { isPage })}
        icon="warning"
        title={title}
        actions={
          <>
            {onRetry && <Button onClick={onRetry}>Try again</Button>}
            {actions}
          </>
        }
      >
        {detail && <p>{detail}</p>}
      </State>
    </div>
  )
}

type PageStateProps = {
  error: unknown
  onRetry: () => void
  /** What is loaded, for screen readers. */
  what: string
}

/** A whole page that is loading, or could not be loaded. */
export function PageState({ error, onRetry, what }: PageStateProps) {
  return (
    <main className="flex min-h-0 flex-auto flex-col overflow-y-auto focus:outline-hidden">
      {!error && <h1 className="sr-only">Loading…</h1>}
      {error ? <ErrorState isPage error={error} onRetry={onRetry} /> : <Loading what={what} />}
    </main>
  )
}

/**
 * A placeholder while data loads, shown after a short delay. `what` is for screen readers. After a few failed attempts, it
 * shows the error instead. The attempts go on.
 */
export function Loading({ what, rows = 4 }: { what: string; rows?: number }) {
  const client = useQueryClient()
  const error = useLastingFailure()
  if (error) return <ErrorState error={error} onRetry={() => retryFailing(client)} />
  return <Placeholder what={what} rows={rows} />
}

function Placeholder({ what, rows }: { what: string; rows: number }) {
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
