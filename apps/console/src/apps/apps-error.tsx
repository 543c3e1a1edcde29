import { ApiError } from '@posthorn/contract'
import { ErrorState } from '../server/states.js'
import { EmptyState } from '../ui/states.js'

/** Explains why applications can't be listed, and whom to ask. */
export function AppsError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (!(error instanceof ApiError)) return <ErrorState error={error} onRetry={onRetry} />
  if (error.is('oauth_off'))
    return (
      <EmptyState icon="lock" title="Applications are turned off">
        <p>A system administrator can turn on “Enable OAuth 2.0 service provider” in the system console.</p>
      </EmptyState>
    )
  if (error.is('only_admins_register_apps'))
    return (
      <EmptyState icon="lock" title="Only administrators can register applications">
        <p>{error.message} Ask a system administrator to register yours.</p>
      </EmptyState>
    )
  return <ErrorState error={error} onRetry={onRetry} />
}
