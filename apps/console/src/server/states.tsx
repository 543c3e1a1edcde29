import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { messageOf, retryFailing, useLastingFailure } from '../data/client/failures.js'
import { useMayBeOld } from '../data/client/server-status.js'
import { loadNow } from '../data/client/until-loaded.js'
import { Button } from '../ui/button.js'
import { Modal } from '../ui/modal.js'
import { Placeholder, State, type StateProps } from '../ui/states.js'

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

/** The server's error message, next to the button. */
export function FormError({ error }: { error: unknown }) {
  const { title, detail } = messageOf(error)
  return (
    <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad">
      {title} {detail}
    </p>
  )
}

/** In place of a dialog whose code is being loaded. Shows something only while the server is down. */
export function Opening({ onClose }: { onClose: () => void }) {
  const isAway = useMayBeOld()
  if (!isAway) return null
  return (
    <Modal
      title="Posthorn does not respond"
      onClose={onClose}
      actions={<Button onClick={loadNow}>Try again</Button>}
    >
      <p className="text-quiet">This opens as soon as the connection is back.</p>
    </Modal>
  )
}
