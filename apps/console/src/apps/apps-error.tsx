import { ApiError } from '@posthorn/contract'
import { EmptyState, ErrorState } from '../ui/states.js'

/** In the place of applications, where they cannot be had: why, and whom to ask where asking again is no use. */
export function AppsError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (!(error instanceof ApiError)) return <ErrorState error={error} onRetry={onRetry} />
  if (error.is('oauth_off'))
    return (
      <EmptyState icon="lock" title="Applications are switched off here">
        <p>A system administrator switches them on: the setting is EnableOAuthServiceProvider.</p>
      </EmptyState>
    )
  if (error.is('only_admins_register_apps'))
    return (
      <EmptyState icon="lock" title="Administrators register the applications here">
        <p>{error.message} Ask a system administrator to register yours.</p>
      </EmptyState>
    )
  return <ErrorState error={error} onRetry={onRetry} />
}
