import { ApiError } from '@posthorn/contract'
import { Link } from '@tanstack/react-router'
import { useTeam } from '../data/teams.js'
import { ErrorState } from '../server/states.js'
import { buttonClasses } from '../ui/button.js'
import { EmptyState } from '../ui/states.js'

type HookErrorProps = {
  /** What is missing, in a sentence. */
  what: 'webhook' | 'delivery'
  error: unknown
  onRetry: () => void
}

/** Explains why a hook or a delivery can't be shown. Only errors that may pass can be retried. */
export function HookError({ what, error, onRetry }: HookErrorProps) {
  if (!(error instanceof ApiError)) return <ErrorState error={error} onRetry={onRetry} />
  if (error.status === 404 || error.status === 400)
    return (
      <EmptyState title={`This ${what} does not exist`} actions={<AllHooksLink />}>
        <p>{missing[what]}</p>
      </EmptyState>
    )
  if (error.status === 403)
    return (
      <EmptyState icon="lock" title={`You don’t have access to this ${what}`} actions={<AllHooksLink />}>
        <p>{error.message}</p>
      </EmptyState>
    )
  return <ErrorState error={error} onRetry={onRetry} />
}

const missing = {
  webhook: 'It may have been deleted, or it belongs to another team. Check the address.',
  delivery: 'Old deliveries are deleted. Check the address if this one is recent.',
}

/** Leads to the team's list. */
export function AllHooksLink() {
  const { name: team } = useTeam()
  return (
    <Link to="/$team/integrations/incoming" params={{ team }} className={buttonClasses()}>
      Show your webhooks
    </Link>
  )
}
